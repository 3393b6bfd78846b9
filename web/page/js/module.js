// A WebAssembly module of the project: bytes in, a JSON text out.

// The modules are packed, so that they are small on any server; one that unpacks them on the way does no harm.
async function unpacked(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

export async function open(url, imports = {}) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await unpacked(await response.arrayBuffer()), imports);
  const { exports } = instance;
  const call = (bytes, name) => {
    const at = exports.request(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports[name]();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)));
  };
  return { bytes: call, ask: (request) => call(new TextEncoder().encode(JSON.stringify(request)), 'answer') };
}

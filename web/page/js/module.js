// A WebAssembly module of the project: bytes in, a JSON text out.

export async function open(url, imports = {}) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  const { exports } = instance;
  const call = (bytes, name) => {
    const at = exports.request(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports[name]();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)));
  };
  return { bytes: call, ask: (request) => call(new TextEncoder().encode(JSON.stringify(request)), 'answer') };
}

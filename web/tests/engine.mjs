// The page's modules in Node, through the same code as in its workers.

import { readFile } from 'node:fs/promises';
import { DIST } from './server.mjs';

const { open } = await import(new URL('../page/js/module.js', import.meta.url));
globalThis.fetch = async (path) => {
  const bytes = await readFile(path);
  return { ok: true, arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
};

export const game = () => open(`${DIST}game.wasm.gz`);
export const checker = () => open(`${DIST}checker.wasm.gz`, { page: { progress() {} } });
export const certificate = async (spots, misere) =>
  new Uint8Array(await readFile(`${DIST}proofs/${misere ? 'misere' : 'normal'}-${String(spots).padStart(2, '0')}.bin`));
export const encoded = (object) => new TextEncoder().encode(JSON.stringify(object));

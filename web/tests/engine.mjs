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
const rows = JSON.parse(await readFile(`${DIST}proofs/manifest.json`, 'utf8'));
// The smallest published certificate of a game, as the page takes it.
export async function certificate(spots, misere) {
  const fitting = rows.filter((row) => row.spots === spots && row.play === (misere ? 'misere' : 'normal'));
  const [smallest] = fitting.sort((a, b) => a.bytes - b.bytes);
  return { name: smallest.file, bytes: new Uint8Array(await readFile(`${DIST}proofs/${smallest.file}`)) };
}

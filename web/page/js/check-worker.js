// The checker's module in a worker: progress on the way, and a verdict, or a trap that is told as such.

import { open } from './module.js';

let last = 0;
const progress = (done, of) => {
  const now = performance.now();
  if (now - last > 60 || done === of) {
    last = now;
    postMessage({ progress: [done >>> 0, of >>> 0] });
  }
};
const module = open(new URL('../checker.wasm.gz', import.meta.url), { page: { progress } });

onmessage = async ({ data: { id, file, request } }) => {
  try {
    const checker = await module;
    const start = performance.now();
    const answer = file ? checker.bytes(file, 'verify') : checker.ask(request);
    if (file) answer.seconds = (performance.now() - start) / 1000;
    postMessage({ id, answer });
  } catch (error) {
    const why = error instanceof WebAssembly.RuntimeError ? 'the checker stopped with a trap' : error.message;
    postMessage({ id, answer: { verdict: 'unchecked', family: 'cannot check', error: why }, stopped: true });
  }
};

// The game's module in a worker. Messages are answered in their order.

import { open } from './module.js';

const module = open(new URL('../game.wasm.gz', import.meta.url));

onmessage = async ({ data: { id, request, file } }) => {
  try {
    const game = await module;
    const answer = file ? game.bytes(file, 'load') : game.ask(request);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, answer: { error: `the engine stopped: ${error.message}` }, stopped: true });
  }
};

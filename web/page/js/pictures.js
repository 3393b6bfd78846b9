// Pictures of positions, made when they come into sight.

import { picture } from './board.js';
import { Game } from './engine.js';

const painter = new Game();
const made = new Map();

export function view(position) {
  if (!made.has(position)) made.set(position, painter.ask({ do: 'picture', position }));
  return made.get(position);
}

// What is in sight and has no picture yet, in the order in which it came; a large picture takes a while.
const jobs = new WeakMap();
const waiting = new Set();
let is_painting = false;
async function paint() {
  if (is_painting) return;
  is_painting = true;
  for (const node of waiting) {
    waiting.delete(node);
    if (!node.isConnected) continue;
    watcher.unobserve(node);
    await jobs.get(node)();
  }
  is_painting = false;
}
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) waiting.add(target);
    else waiting.delete(target);
  }
  paint();
}, { rootMargin: '150px' });

// Fills an element with a picture when it is seen. Trees of misère play and heaps have none.
export function fill(node, position) {
  const lands = position.split('+').filter((piece) => !/^t\d+$|^\*1$/.test(piece)).join('+');
  if (!lands || lands === '!') return node;
  jobs.set(node, async () => {
    const found = await view(lands);
    if (!found.error) node.replaceChildren(picture(found, `A drawing of ${lands}`, node.classList.contains('thumb')));
  });
  watcher.observe(node);
  return node;
}

// Unfolds a puzzle's certificate.
export async function puzzle(bytes) {
  await painter.load(bytes);
  return painter.ask({ do: 'puzzle' });
}

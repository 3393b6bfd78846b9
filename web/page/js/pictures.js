// Pictures of positions, made when they come into sight.

import { picture } from './board.js';
import { Game } from './engine.js';

const painter = new Game();
const made = new Map();

export function view(position) {
  if (!made.has(position)) made.set(position, painter.ask({ do: 'picture', position }));
  return made.get(position);
}

const jobs = new WeakMap();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    jobs.get(target)?.();
  }
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

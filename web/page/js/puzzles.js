// Certificates about Morpion Solitaire and Gaps, step by step.

import { el, svg } from './dom.js';

const CROSS = ['...####...', '...#..#...', '...#..#...', '####..####', '#........#', '#........#', '####..####', '...#..#...', '...#..#...', '...####...'];
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const UNIT = 12;
const SUITS = ['♠', '♥', '♦', '♣'];
const RANKS = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' };

// A slider with buttons; `show` is told the step.
function stepper(count, what, show) {
  const told = el('output', { class: 'quiet', 'aria-live': 'polite' });
  const slider = el('input', { type: 'range', min: 0, max: count, value: count, 'aria-label': what });
  const go = (step) => {
    slider.value = Math.max(0, Math.min(count, step));
    told.textContent = `${slider.value} of ${count}`;
    show(Number(slider.value));
  };
  slider.addEventListener('input', () => go(Number(slider.value)));
  const button = (label, by, name) => el('button', { type: 'button', 'aria-label': name, onclick: () => go(Number(slider.value) + by) }, label);
  queueMicrotask(() => go(count));
  return el('div', { class: 'steps' }, button('‹', -1, 'One step back'), slider, button('›', 1, 'One step on'), told);
}

function morpion({ rule, moves, bound }) {
  const dots = CROSS.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === '#' ? [[x, y]] : [])));
  const ends = moves.flatMap(([x, y, code]) => {
    const [dx, dy] = DIRECTIONS[Math.floor(code / 5)];
    return [[x, y], [x + 4 * dx, y + 4 * dy]];
  });
  const all = [...dots, ...ends];
  const [left, right] = [Math.min(...all.map(([x]) => x)) - 1, Math.max(...all.map(([x]) => x)) + 1];
  const [top, bottom] = [Math.min(...all.map(([, y]) => y)) - 1, Math.max(...all.map(([, y]) => y)) + 1];
  const layer = svg('g');
  const sheet = svg('svg', { viewBox: `${left * UNIT} ${top * UNIT} ${(right - left) * UNIT} ${(bottom - top) * UNIT}`, role: 'img', 'aria-label': `A game of Morpion Solitaire with ${moves.length} moves` });
  for (let x = left + 1; x < right; x++) for (let y = top + 1; y < bottom; y++) sheet.append(svg('circle', { class: 'cross', cx: x * UNIT, cy: y * UNIT, r: 0.7 }));
  sheet.append(layer);
  const show = (step) => {
    const lines = [];
    const discs = dots.map(([x, y]) => svg('circle', { class: 'start', cx: x * UNIT, cy: y * UNIT, r: 2.6 }));
    moves.slice(0, step).forEach(([x, y, code], nth) => {
      const [dx, dy] = DIRECTIONS[Math.floor(code / 5)];
      const place = code % 5;
      const last = nth === step - 1 ? ' last' : '';
      lines.push(svg('line', { class: `stroke${last}`, x1: x * UNIT, y1: y * UNIT, x2: (x + 4 * dx) * UNIT, y2: (y + 4 * dy) * UNIT }));
      discs.push(svg('circle', { class: last ? 'last' : 'made', cx: (x + place * dx) * UNIT, cy: (y + place * dy) * UNIT, r: 4.4 }),
        svg('text', { x: (x + place * dx) * UNIT, y: (y + place * dy) * UNIT + 2.1 }, String(nth + 1)));
    });
    layer.replaceChildren(...lines, ...discs);
  };
  const words = `${rule === 0 ? 'Touching rule (5T)' : 'Disjoint rule (5D)'}: a move puts one dot and draws a line through five.`;
  const after = bound ? el('p', {}, `From here all continuations were searched: ${bound.nodes.toLocaleString('en')} positions. The longest game has ${bound.best} moves; ${bound.at_best.toLocaleString('en')} positions have so many.`) : null;
  return el('div', { class: 'card paper' }, el('p', { class: 'quiet' }, words), stepper(moves.length, 'Moves shown', show), sheet, after);
}

function gaps({ variant, ranks, deal, line, positions }) {
  const card = (code) => `${RANKS[code % 16] ?? code % 16}${SUITS[code >> 4]}`;
  const table = el('table', { class: 'deal' });
  const told = el('p', { class: 'quiet', 'aria-live': 'polite' });
  const show = (step) => {
    const cells = [...deal];
    let moved = -1;
    for (const [code, cell] of (line ?? []).slice(0, step)) {
      cells[cells.indexOf(code)] = 0;
      cells[cell] = code;
      moved = cell;
    }
    table.replaceChildren(el('tbody', {}, [0, 1, 2, 3].map((row) => el('tr', {}, cells.slice(row * ranks, (row + 1) * ranks).map((code, column) =>
      el('td', { class: [code ? '' : 'gap', [1, 2].includes(code >> 4) && code ? 'red' : '', row * ranks + column === moved ? 'moved' : ''].join(' ') }, code ? card(code) : '\u00a0'))))));
    told.textContent = moved < 0 ? 'The deal.' : `${card(cells[moved])} has moved.`;
  };
  const steps = line?.length ? stepper(line.length, 'Moves played', show) : null;
  if (!steps) show(0);
  const words = positions ? `All ${positions.toLocaleString('en')} positions that can be reached from this deal were searched; none is won.` : 'A line of moves that wins:';
  return el('div', { class: 'card' }, el('p', {}, `Gaps, ${variant === 0 ? 'basic' : 'common'} variant, ranks up to ${ranks}. `, words), steps, el('div', { class: 'scroll' }, table), told);
}

export const show = (puzzle) => (puzzle.kind === 'morpion' ? morpion(puzzle) : puzzle.kind === 'gaps' ? gaps(puzzle) : el('p', { class: 'quiet' }, 'There are no pictures for this game yet.'));

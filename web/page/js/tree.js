// The proof as a tree that grows where it is clicked: claims, their options, and the claims that these rest on.

import { el, svg } from './dom.js';

const ROW = 30;
const COLUMN = 300;
const WIDEST = 34;
// Options that are shown of one claim.
const MOST = 60;

const cut = (text) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

// `roots` are nodes; `expand(node)` gives the nodes below one.
export function tree(roots, expand, read) {
  const layer = svg('g');
  const sheet = svg('svg', { role: 'tree', 'aria-label': 'The proof as a tree' }, layer);
  let [scale, dx, dy] = [1, 20, 30];
  const place = () => layer.setAttribute('transform', `translate(${dx} ${dy}) scale(${scale})`);

  function draw() {
    let row = 0;
    const edges = [];
    const marks = [];
    const visit = (node, depth) => {
      const below = node.open ? node.below : [];
      const ends = below.map((child) => visit(child, depth + 1));
      const y = ends.length ? (ends[0] + ends.at(-1)) / 2 : row++ * ROW;
      const x = depth * COLUMN;
      ends.forEach((end, nth) => {
        const from = x + 250;
        const to = x + COLUMN;
        edges.push(svg('path', { class: `edge ${below[nth].kind}`, d: `M${from} ${y}C${from + 25} ${y} ${to - 25} ${end} ${to} ${end}` }));
      });
      const mark = svg('g', { class: `node ${node.kind}`, transform: `translate(${x} ${y})`, tabindex: 0, role: 'treeitem', 'aria-expanded': node.leaf ? undefined : String(Boolean(node.open)), 'aria-label': `${node.text} ${node.note ?? ''}` },
        svg('rect', { x: 0, y: -11, width: 250, height: 22, rx: 7 }), svg('text', { x: 8, y: 4 }, cut(node.text)), svg('text', { class: 'more', x: 242, y: 4, 'text-anchor': 'end' }, node.note ?? ''), svg('title', {}, `${node.text} ${node.title ?? ''}`));
      const toggle = async () => {
        if (node.leaf) return read?.(node);
        node.open = !node.open;
        node.below ??= (await expand(node)).slice(0, MOST);
        if (!node.below.length) node.leaf = true;
        draw();
        [...layer.querySelectorAll('.node')].find((other) => other.node === node)?.focus();
      };
      mark.node = node;
      mark.addEventListener('click', toggle);
      mark.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); toggle(); }
      });
      marks.push(mark);
      return y;
    };
    roots.forEach((root) => visit(root, 0));
    layer.replaceChildren(...edges, ...marks);
    place();
  }

  function zoom(by, x = sheet.clientWidth / 2, y = sheet.clientHeight / 2) {
    const next = Math.min(3, Math.max(0.08, scale * by));
    [dx, dy] = [x - ((x - dx) * next) / scale, y - ((y - dy) * next) / scale];
    scale = next;
    place();
  }
  function fit() {
    const box = layer.getBBox();
    if (!box.width) return;
    scale = Math.min(1, (sheet.clientWidth - 40) / box.width, (sheet.clientHeight - 40) / box.height);
    [dx, dy] = [20 - box.x * scale, 20 - box.y * scale];
    place();
  }
  sheet.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = sheet.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  const fingers = new Map();
  sheet.addEventListener('pointerdown', (event) => fingers.set(event.pointerId, [event.clientX, event.clientY]));
  sheet.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers].filter(([id]) => id !== event.pointerId);
    if (others.length) {
      const [, [ox, oy]] = others[0];
      const box = sheet.getBoundingClientRect();
      zoom(Math.hypot(event.clientX - ox, event.clientY - oy) / Math.max(1, Math.hypot(before[0] - ox, before[1] - oy)), ox - box.left, oy - box.top);
    } else {
      dx += event.clientX - before[0];
      dy += event.clientY - before[1];
      place();
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const kind of ['pointerup', 'pointercancel', 'pointerleave']) sheet.addEventListener(kind, (event) => fingers.delete(event.pointerId));
  const button = (label, name, act) => el('button', { type: 'button', 'aria-label': name, onclick: act }, label);
  draw();
  return el('div', { class: 'tree' }, sheet, el('div', { class: 'zoom' }, button('+', 'Zoom in', () => zoom(1.3)), button('−', 'Zoom out', () => zoom(1 / 1.3)), button('fit', 'Show all of it', fit)));
}

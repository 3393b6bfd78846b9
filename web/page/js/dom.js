// Small helpers for elements.

export const $ = (id) => document.getElementById(id);

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

// An element of HTML. Texts are set as texts: nothing from a file is ever read as markup.
export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

// An element of SVG.
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const number = (value) => value.toLocaleString('en-US').replaceAll(',', '\u202f');

export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(bytes < 1e4 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function seconds(time) {
  return time < 1 ? `${Math.max(1, Math.round(time * 1000))} ms` : `${time.toFixed(time < 10 ? 2 : 1)} s`;
}

// Shows in an element how much time has gone.
export function ticking(node) {
  const start = performance.now();
  const clock = setInterval(() => { node.textContent = `${Math.floor((performance.now() - start) / 1000)} s`; }, 1000);
  return { stop: () => clearInterval(clock) };
}

export function save(name, text) {
  const link = el('a', { href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, download: name });
  link.click();
}

// Lets files be dropped on an element.
export function droppable(node, take) {
  node.addEventListener('dragover', (event) => { event.preventDefault(); node.classList.add('over'); });
  node.addEventListener('dragleave', () => node.classList.remove('over'));
  node.addEventListener('drop', (event) => {
    event.preventDefault();
    event.stopPropagation();
    node.classList.remove('over');
    const files = [...event.dataTransfer.files];
    if (files.length) take(files);
  });
}

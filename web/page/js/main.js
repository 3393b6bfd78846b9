// The pages by the hash of the address.

import { $ } from './dom.js';

const PAGES = { play: () => import('./play.js'), proof: () => import('./proof.js'), check: () => import('./check.js'), results: () => import('./results.js') };
const TITLES = { play: 'Play', proof: 'Proofs', check: 'Check', results: 'Results' };
const opened = {};

async function show() {
  const [name, query] = location.hash.slice(1).split('?');
  if (name === 'main') return;
  const page = name in PAGES ? name : 'play';
  for (const other of Object.keys(PAGES)) $(`page-${other}`).hidden = other !== page;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${page}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${TITLES[page]} · Sproof`;
  opened[page] ??= PAGES[page]();
  const module = await opened[page];
  await module.open(new URLSearchParams(query ?? ''));
}

addEventListener('hashchange', show);
// A file that is dropped anywhere does not replace the page: a record is played, anything else is checked, or opened as a proof.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', async (event) => {
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  if (!files.length) return;
  const page = files[0].name.endsWith('.txt') ? 'play' : $('page-proof').hidden ? 'check' : 'proof';
  if ($(`page-${page}`).hidden) location.hash = page;
  await show();
  (await opened[page]).take(files);
});
show();

// The page that checks files.

import { $, droppable, el, number, seconds, size } from './dom.js';
import { Checker, file, offer } from './engine.js';

// What a rejection means, by the family of the error.
const FAMILIES = {
  malformed: 'The file is damaged, or is no certificate.',
  'wrong step': 'The file can be read, but one of its steps is wrong.',
  'not proven': 'All steps are right, but the statement does not follow from them.',
};
const WORDS = { verified: ['Verified', 'good'], rejected: ['Rejected', 'bad'], unchecked: ['Could not check', 'odd'] };
// No larger file is read, as by the program.
const MOST = 2 ** 30;
// Files are checked one after another; each gets a worker of its own, so that cancelling one ends nothing else.
let queue = Promise.resolve();

// What a verdict says, as elements.
export function verdictOf(verdict) {
  const [word, kind] = WORDS[verdict.verdict] ?? WORDS.unchecked;
  const parts = [el('p', { class: `verdict ${kind}` }, word)];
  if (verdict.verdict === 'verified') {
    parts.push(...verdict.sentences.slice(0, 5).map((sentence) => el('p', { class: 'sentence' }, sentence)));
    if (verdict.sentences.length > 5) parts.push(el('p', { class: 'quiet' }, `and ${verdict.sentences.length - 5} more results`));
    parts.push(el('pre', { class: 'line' }, verdict.lines.slice(0, 5).map((line) => `s VERIFIED ${line}`).join('\n')));
    const counts = verdict.claims || verdict.replies ? `${number(verdict.claims)} claims, ${number(verdict.replies)} replies, ` : '';
    parts.push(el('p', { class: 'quiet' }, `${counts}${size(verdict.bytes)}, ${seconds(verdict.seconds)}`), el('p', { class: 'digest quiet' }, 'blake3 ', el('code', {}, verdict.blake3)));
  } else {
    parts.push(FAMILIES[verdict.family] ? el('p', {}, FAMILIES[verdict.family]) : null, el('pre', { class: 'line error' }, verdict.error));
  }
  return parts.filter(Boolean);
}

function row(name, read) {
  const bar = el('progress', { max: 1, 'aria-label': `Progress of ${name}` });
  const cancel = el('button', { type: 'button', class: 'plain' }, 'Cancel');
  const told = el('span', { class: 'quiet' }, 'waiting');
  const item = el('li', { class: 'card' }, el('div', { class: 'inline between' }, el('h3', {}, name), cancel), el('div', { class: 'inline' }, bar, told));
  $('check-list').prepend(item);
  const checker = new Checker();
  let cancelled = false;
  cancel.onclick = () => {
    cancelled = true;
    checker.stop('you cancelled the check');
  };
  queue = queue.then(async () => {
    const start = performance.now();
    const clock = setInterval(() => { told.textContent = seconds((performance.now() - start) / 1000); }, 200);
    let verdict;
    try {
      const bytes = await read();
      verdict = cancelled ? { verdict: 'unchecked', error: 'you cancelled the check' } : await checker.verify(bytes, (done, of) => { bar.max = of; bar.value = done; });
    } catch (error) {
      verdict = { verdict: 'unchecked', error: error.message };
    }
    clearInterval(clock);
    checker.stop();
    item.dataset.verdict = verdict.verdict;
    item.replaceChildren(el('h3', {}, name), ...verdictOf(verdict));
  });
}

export function take(files) {
  for (const one of files) {
    row(one.name, async () => {
      if (one.size > MOST) throw new Error('the file is larger than 1 GiB');
      return new Uint8Array(await one.arrayBuffer());
    });
  }
}

let opened = false;
export async function open() {
  if (opened) return;
  opened = true;
  droppable($('check-drop'), take);
  $('check-files').addEventListener('change', () => {
    take([...$('check-files').files]);
    $('check-files').value = '';
  });
  $('check-go').onclick = () => {
    const path = $('check-published').value;
    row(path.split('/').at(-1), () => file(path));
  };
  await offer($('check-published'), 'proofs/normal-12.bin');
}

// The page that lets one look into a proof.

import { verdictOf } from './check.js';
import { $, droppable, el, number, ticking } from './dom.js';
import { Checker, file, offer } from './engine.js';
import { fill, puzzle } from './pictures.js';
import { show as showPuzzle } from './puzzles.js';
import { tree } from './tree.js';

const PAGE = 100;
const body = $('proof-body');
let checker = new Checker();
let verdict = null;
let trail = [];
let round = 0;

const is_misere = () => verdict.game === 'misere';
const words = (nimber) => (is_misere() ? 'lost' : `nimber ${nimber}`);

// How a move is made, with equal boundaries counted: (0, 0, 0, AB) is (0 ×3, AB).
const brief = (how) => how.replace(/\(([^()]*, [^()]*)\)/g, (_, list) => {
  const runs = [];
  for (const each of list.split(', ')) {
    if (runs.at(-1)?.[0] === each) runs.at(-1)[1]++;
    else runs.push([each, 1]);
  }
  return `(${runs.map(([each, count]) => (count > 1 ? `${each}\u00a0×${count}` : each)).join(', ')})`;
});

async function look(name, read, land = '', game = '') {
  const mine = ++round;
  checker.stop();
  checker = new Checker();
  const bar = el('progress', { max: 1, 'aria-label': 'Progress of the check' });
  const line = $('proof-progress');
  body.replaceChildren();
  const time = el('span', { class: 'quiet time' });
  const tick = ticking(time);
  line.replaceChildren(el('div', { class: 'inline' }, el('span', {}, `Checking ${name} …`), bar, time, el('button', { type: 'button', class: 'plain', onclick: () => checker.stop('you stopped the check') }, 'Cancel')));
  let bytes, found;
  try {
    bytes = await read();
    found = await checker.verify(bytes, (done, of) => { bar.max = of; bar.value = done; });
  } catch (error) {
    found = { verdict: 'unchecked', error: error.message };
  }
  tick.stop();
  if (mine !== round) return;
  verdict = found;
  line.replaceChildren();
  body.append(el('div', { class: 'card' }, el('h2', {}, name), verdictOf(verdict)));
  if (verdict.verdict !== 'verified') return body.append(el('p', { class: 'quiet' }, 'Only proofs that are verified are opened here.'));
  if (verdict.game === 'normal' || verdict.game === 'misere') return openBook(land, game);
  body.append(showPuzzle(await puzzle(bytes)));
}

async function openBook(land, game) {
  const [panel, list, claim] = [el('div'), el('div', { class: 'card' }), el('div', { class: 'card', 'aria-live': 'polite' })];
  const book = el('div', { class: 'book' }, list, claim);
  const tab = (label, act) => el('button', { type: 'button', 'aria-pressed': 'false', onclick: (event) => {
    for (const other of event.target.parentNode.children) other.setAttribute('aria-pressed', String(other === event.target));
    act();
  } }, label);
  const asBook = tab('As a book', () => panel.replaceChildren(book));
  const asTree = tab('As a tree', async () => panel.replaceChildren(await strategy()));
  body.append(el('div', { class: 'tabs' }, asBook, asTree), panel);
  asBook.click();
  claims(list, claim);
  trail = [];
  if (land) {
    const [[, first]] = await checker.ask({ do: 'lookup', position: land });
    if (first) return read(claim, first);
  }
  start(claim, game);
}

// Where the proof begins; of several games, that of so many spots, if they are told.
async function start(page, game = '') {
  trail = [];
  const all = await checker.ask({ do: 'starts' });
  const own = all.filter(({ start: position }) => position === `0*${game}` || position === '0' && game === '1');
  const starts = own.length ? own : all;
  const many = starts.length > 3;
  page.replaceChildren(el('h2', {}, many ? `Where the proofs of ${starts.length} games begin` : 'Where the proof begins'), ...starts.flatMap(({ start: position, line, claims: numbers, reply }) => {
    const known = numbers.every((each) => each !== null);
    const go = (to, label) => el('button', { type: 'button', class: 'go', onclick: () => follow(page, to) }, label);
    const text = known
      ? ['The start itself is claimed: ', go(position, position), is_misere() ? ' is lost for the player to move. Every option of it has an answer.' : '. Every option of it has another nimber.']
      : reply
        ? ['The player to move wins by moving to ', go(reply, reply), is_misere() ? ', which is lost for the other.' : ', whose nimber is 0: the other player loses there.']
        : ['The player to move wins: some move leads to a node that is known to be lost.'];
    if (many) return el('div', { class: 'begin' }, fill(el('div', { class: 'thumb' }), position), el('div', {}, el('b', {}, line), el('p', {}, text)));
    return [el('p', {}, el('b', {}, line)), fill(el('div', { class: 'large' }), position), el('p', {}, text)];
  }), el('p', { class: 'quiet' }, is_misere()
    ? 'A listed node is lost for the player to move. Each of its options is won: at sight, or by a reply to a node that is lost again.'
    : 'A claim says that a land, a part of a position that nothing else touches, is worth a heap of so many in Nim. Its options must have other nimbers, and all smaller ones must occur.'));
}

// The claims about a position: one is read, of several one is chosen.
async function follow(page, position) {
  const found = (await checker.ask({ do: 'lookup', position })).filter(([, at]) => at);
  if (found.length === 1) return read(page, found[0][1]);
  if (!found.length) return;
  page.replaceChildren(path(page), el('h2', {}, 'A sum of several parts'), fill(el('div', { class: 'large' }), position),
    el('ul', { class: 'options' }, found.map(([land, at]) => el('li', {}, fill(el('div', { class: 'thumb' }), land), el('button', { type: 'button', class: 'go', onclick: () => read(page, at) }, `claim ${at}: ${land}`)))));
}

function path(page) {
  const items = trail.map(({ at, text }, nth) => el('li', {}, el('button', { type: 'button', class: 'plain', onclick: () => { trail = trail.slice(0, nth); read(page, at); } }, el('code', {}, text))));
  return el('ol', { class: 'trail', 'aria-label': 'The way here' }, el('li', {}, el('button', { type: 'button', class: 'plain', onclick: () => start(page) }, 'Start')), items);
}

// A claim with all its options.
async function read(page, at) {
  const claim = await checker.ask({ do: 'explain', number: at });
  if (claim.error) return page.replaceChildren(path(page), el('p', { class: 'error' }, claim.error));
  const before = path(page);
  if (trail.at(-1)?.at !== at) trail.push({ at, text: claim.claim });
  if (trail.length > 12) trail.shift();
  const go = (to) => el('button', { type: 'button', class: 'go', onclick: () => follow(page, to) }, to);
  const because = ({ kind, land, nimber, reply }) => {
    if (kind === 'settled') return [`Its nimber is known: ${nimber}.`];
    if (kind === 'closed') return ['It is won at sight.'];
    const answer = ['The answer: ', el('span', {}, brief(reply.how)), ', which leads to ', reply.leads_to === '!' ? 'the end' : go(reply.leads_to), ` (${reply.known}).`];
    if (kind === 'won') return answer;
    return [el('code', {}, land), ` cannot have nimber ${nimber}. `, ...answer];
  };
  const options = claim.options.map(({ option, how, because: why }) => el('li', {}, fill(el('div', { class: 'thumb' }), option),
    el('div', {}, el('p', {}, why.kind === 'settled' ? go(option) : el('code', {}, option)), el('p', { class: 'then' }, `by the move: ${brief(how)}`), el('p', {}, because(why)))));
  page.replaceChildren(before, el('h2', {}, is_misere() ? `Lost node ${at}` : `Claim ${at}`),
    fill(el('div', { class: 'large' }), claim.claim),
    el('p', { class: 'land' }, claim.claim), el('p', {}, is_misere() ? 'is lost for the player to move. ' : `has nimber ${claim.nimber}. `, options.length ? `Its ${options.length} options:` : 'It has no option.'),
    el('ul', { class: 'options' }, options));
  for (const button of document.querySelectorAll('.claims button')) {
    if (Number(button.dataset.at) === at) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  if (page.getBoundingClientRect().top < 0) page.scrollIntoView();
}

// The list of claims, searched and sorted.
function claims(list, page) {
  const query = el('input', { type: 'search', placeholder: 'search, such as 0*2 or AB|AB', 'aria-label': 'Search the claims', spellcheck: 'false' });
  const sort = el('select', { 'aria-label': 'Sort the claims' }, el('option', { value: 'number' }, 'in the order of the file'), el('option', { value: 'length' }, 'the smallest first'), is_misere() ? null : el('option', { value: 'nimber' }, 'by nimber'));
  const told = el('p', { class: 'quiet' });
  const items = el('ul', { class: 'claims', tabindex: -1 });
  const more = el('button', { type: 'button', class: 'plain' }, 'More');
  let from = 0;
  const load = async (fresh) => {
    if (fresh) from = 0;
    const { total, claims: found, error } = await checker.ask({ do: 'list', query: query.value.trim(), sort: sort.value, from, count: PAGE });
    if (error) return;
    const rows = found.map(([at, text]) => {
      const [land, nimber] = is_misere() ? [text, ''] : [text.slice(0, text.lastIndexOf(' ')), text.slice(text.lastIndexOf(' ') + 1)];
      return el('li', {}, el('button', { type: 'button', 'data-at': at, onclick: () => { trail = []; read(page, at); } }, fill(el('span', { class: 'thumb small' }), land), el('code', {}, land), el('b', { title: is_misere() ? 'lost' : 'its nimber' }, nimber)));
    });
    if (fresh) items.replaceChildren(...rows);
    else items.append(...rows);
    from += found.length;
    told.textContent = `${number(total)} ${is_misere() ? 'lost nodes' : 'claims; the number on the right is the nimber'}`;
    more.hidden = from >= total;
  };
  query.addEventListener('input', () => load(true));
  sort.addEventListener('change', () => load(true));
  more.onclick = () => load(false);
  list.append(el('h2', {}, is_misere() ? 'Lost nodes' : 'Claims'), el('div', { class: 'filters' }, query, sort), told, items, more);
  load(true);
}

// The strategy as a tree.
async function strategy() {
  const claimsOf = async (position) => (await checker.ask({ do: 'lookup', position })).filter(([, at]) => at).map(([land, at]) => ({ kind: 'claim', text: land, note: `claim ${at}`, at }));
  const expand = async (node) => {
    if (node.kind !== 'claim') return claimsOf(node.to);
    const { options, error } = await checker.ask({ do: 'explain', number: node.at });
    if (error) return [];
    return options.map(({ option, how, because }) => {
      const { kind, nimber, reply } = because;
      const to = kind === 'settled' ? option : reply?.leads_to;
      const note = kind === 'settled' ? `nimber ${nimber}` : kind === 'closed' ? 'won at sight' : 'answered';
      return { kind: reply ? 'reply' : 'option', text: option, note, to, leaf: !to || to === '!', title: `${brief(how)}${reply ? `; answer: ${brief(reply.how)}, to ${to}` : ''}` };
    });
  };
  const starts = await checker.ask({ do: 'starts' });
  const roots = [];
  for (const { start: position, claims: numbers, reply } of starts) {
    if (numbers.every((at) => at !== null)) roots.push(...(await claimsOf(position)));
    else roots.push({ kind: 'option', text: position, note: 'WIN', to: reply, leaf: !reply });
  }
  // The first node is open from the start, so that there is something to see.
  if (roots.length === 1 && !roots[0].leaf) Object.assign(roots[0], { open: true, below: await expand(roots[0]) });
  return el('div', {}, el('p', { class: 'quiet' }, 'Click to open or close. Outlined in green: claims. Below a claim stand all its options, below an option what it rests on. Drag to move, wheel or pinch to zoom.'), tree(roots, expand));
}

export function take([one]) {
  return look(one.name, async () => new Uint8Array(await one.arrayBuffer()));
}

let opened = false;
let shown = null;
export async function open(query) {
  const select = $('proof-file');
  if (!opened) {
    opened = true;
    droppable($('proof-drop'), take);
    $('proof-own').addEventListener('change', () => {
      if ($('proof-own').files.length) take($('proof-own').files);
      $('proof-own').value = '';
    });
    select.addEventListener('change', () => { location.hash = `proof?file=${select.value}`; });
    await offer(select, 'proofs/normal-05.bin');
  }
  const asked = query.toString();
  if (asked === shown) return;
  if (!query.get('file') && shown !== null) return;
  shown = asked;
  const path = query.get('file') || 'proofs/normal-05.bin';
  // Nothing but the published files of this page is fetched.
  if (!/^proofs\/[\w.-]+\.bin$/.test(path)) return;
  select.value = path;
  look(path.split('/').at(-1), () => file(path), query.get('land') ?? '', query.get('spots') ?? '');
}

// The page on which one plays against a proof.

import { Board } from './board.js';
import { $, el, save, seconds, size, ticking } from './dom.js';
import { Checker, Game, file, proofOf } from './engine.js';

const game = new Game();
let checker = new Checker();
let state = null;
// What is being played: `you` is 'first' or 'second'; `alone` lets a person move for both sides.
let match = { you: 'first', level: 'perfect', resigned: false };
// Counts games: what belongs to an earlier one is dropped.
let round = 0;
let busy = false;
let proof = null;
let played = '';

const board = new Board($('board'), { sketch, join, begun: () => { sketches++; offer(null); }, chosen: (spot) => say(`Spot ${spot} is chosen. Choose another one, or the same again for a loop.`) });

const say = (text, kind = '') => {
  $('status').textContent = text;
  $('status').className = `status ${kind}`;
};
const tell = (...content) => $('told').replaceChildren(...content);
const yours = () => state && (state.made % 2 === 0) === (match.you === 'first');
const ended = () => state?.over || match.resigned;
// What a newcomer must know, until a move has been made.
function welcome() {
  const { misere } = state;
  tell(el('p', {}, 'Draw a curve from a spot to another one, or back to the same; it may cross nothing. A new spot appears on it. A spot takes three line ends: its dots are those that it has left. Who cannot move ', el('b', {}, misere ? 'wins' : 'loses'), '.'),
    el('p', { class: 'quiet' }, 'With mouse, finger or pen; or click two spots; or type a move.'));
}
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

function winner() {
  if (match.resigned) return 'machine';
  return state.won === (match.you === 'first') ? 'you' : 'machine';
}

function refresh(words) {
  $('moves').replaceChildren(...state.moves.map(([hoey], nth) => {
    const is_yours = (nth % 2 === 0) === (match.you === 'first');
    return el('li', { class: is_yours ? 'you' : 'machine' }, el('span', {}, hoey), el('small', {}, is_yours ? 'you' : 'machine'));
  }));
  $('moves').scrollTop = $('moves').scrollHeight;
  [$('hoey').value, $('wgosa').value] = state.record;
  const turn = yours() && !ended() && !busy;
  board.allow(turn);
  $('undo').disabled = busy || state.made === 0;
  for (const id of ['hint', 'resign']) $(id).disabled = !turn;
  $('why').disabled = $('tidy').disabled = busy;
  $('all').open = false;
  offer(null);
  if (ended()) {
    const { misere } = state;
    const reason = match.resigned ? 'You resigned.' : misere ? 'No move is left, and who cannot move wins.' : 'No move is left, and who cannot move loses.';
    say(winner() === 'you' ? `You have won. ${reason}` : `The machine has won. ${reason}`, winner());
    tell(el('p', { class: 'inline wrap' }, el('button', { type: 'button', onclick: () => again(match.you) }, 'Play again'),
      el('button', { type: 'button', onclick: () => again(match.you === 'first' ? 'second' : 'first') }, 'Again, with sides changed')));
  } else if (words) {
    say(words);
  } else if (turn) {
    say(state.made ? 'Your move.' : 'Your move: draw a curve from spot to spot.');
  }
}

// Applies an answer that has made a move.
async function made(answer, from, sketched) {
  const mine = round;
  busy = true;
  board.allow(false);
  offer(null);
  tell();
  state = answer.state;
  played = answer.text;
  await board.animate(answer.frames, state.view, from, sketched);
  if (mine !== round) return;
  busy = false;
  refresh();
}

async function play(request, sketched) {
  if (busy || !yours() || ended()) return;
  const answer = await game.ask(request);
  if (answer.error) return say(answer.error, 'wrong');
  await made(answer, 'you', sketched);
  await reply();
}

function again(you) {
  const { spots, misere } = state;
  const { level } = match;
  showSettings({ spots, misere, you, level });
  history.replaceState(null, '', '#play');
  begin({ do: 'new', spots, misere }, { you, level });
}

// Lets the machine move if it is its turn.
async function reply() {
  const mine = round;
  if (!state || yours() || ended()) return;
  busy = true;
  refresh('The machine is thinking …');
  if (proof?.pending && match.level !== 'easy') {
    say('The machine waits until its proof has been checked …');
    await proof.done;
    if (mine !== round) return;
    say('The machine is thinking …');
  }
  const start = performance.now();
  const answer = await game.ask({ do: 'answer', level: match.level });
  if (mine !== round) return;
  window.lastAnswer = performance.now() - start;
  if (answer.error) {
    busy = false;
    return refresh(answer.error);
  }
  match.ground = answer.ground;
  await wait(Math.max(0, 250 - window.lastAnswer));
  await made(answer, 'machine');
  if (mine === round && !ended()) say(`The machine played ${answer.text}. Your move.`);
}

// A sketched curve: whether it is a move, while it is drawn; and the move, when it is finished.
let sketches = 0;
async function sketch(points, finished) {
  const mine = finished ? ++sketches : sketches;
  const answer = await game.ask({ do: 'sketch', points });
  if (!finished) return Boolean(answer.readings);
  if (mine !== sketches) return;
  tell();
  // For whoever watches the page: which sketch was judged last, and how.
  const kind = answer.readings ? (answer.readings.length === 1 ? 'move' : 'several') : 'refused';
  $('board').dataset.sketch = `${mine} ${kind}`;
  if (answer.readings?.length === 1) {
    board.mark(answer.readings[0].curve, 'sketch fine');
    return play({ do: 'offer', nth: 0 }, answer.readings[0].curve);
  }
  if (answer.readings) {
    board.mark(answer.readings[0].curve, 'sketch');
    say('This curve can be read in several ways. Which one?');
    return offer(answer.readings.map(({ text, curve }, nth) => ({ words: text, request: { do: 'offer', nth }, show: () => board.mark(curve, 'sketch fine') })));
  }
  board.mark(points, 'sketch wrong', answer.at);
  say(answer.why ?? answer.error, 'wrong');
  if (answer.ends) {
    const [from, to] = answer.ends;
    const found = await game.ask({ do: 'ends', ends: answer.ends });
    if (!found.error && mine === sketches && yours() && !busy) offer([{ words: from === to ? `Loops at ${from}` : `Ways from ${from} to ${to}`, act: () => join(from, to) }], 'Or choose:');
  }
}

// Two spots, without a curve.
async function join(from, to) {
  if (busy || !yours() || ended()) return;
  meant(await game.ask({ do: 'ends', ends: [from, to] }));
}

function meant(found) {
  tell();
  board.clear();
  if (found.error) return say(found.error, 'wrong');
  if (found.kind === 'move') return play({ do: 'offer', nth: 0 });
  say(found.question);
  if (found.kind === 'curves') return offer(found.choices.map((words, nth) => ({ words, act: async () => meant(await game.ask({ do: 'curve', nth })) })));
  if (found.kind === 'moves') return offer(found.choices.map(([words], nth) => ({ words, request: { do: 'offer', nth } })));
  const boxes = found.spots.map((spot) => el('label', {}, el('input', { type: 'checkbox', value: spot }), String(spot)));
  const go = async () => {
    const spots = boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => Number(box.value));
    meant(await game.ask({ do: 'sides', spots }));
  };
  offer([...boxes, { words: 'Draw it so', act: go }]);
}

// Buttons for what could be meant.
function offer(choices, title = '') {
  const box = $('chooser');
  box.hidden = !choices;
  if (!choices) return box.replaceChildren();
  const button = ({ words, request, act, show }) =>
    el('button', { type: 'button', onclick: act ?? (() => play(request)), onpointerenter: show, onfocus: show }, words);
  const cancel = el('button', { type: 'button', class: 'plain', onclick: () => { offer(null); board.clear(); refresh(); } }, 'Cancel');
  box.replaceChildren(...(title ? [el('span', { class: 'quiet' }, title)] : []), ...choices.map((choice) => (choice instanceof Node ? choice : button(choice))), cancel);
}

const name = (spots, misere) => `${misere ? 'misere' : 'normal'}-${String(spots).padStart(2, '0')}`;

// The sentence about a game of so many spots, without its first word.
function plain({ sentences }, spots) {
  const sentence = sentences.find((one) => new RegExp(`\\b${spots}-spot game`).test(one)) ?? sentences[0];
  return sentence.replace(/^[A-Z]+: /, '').replace(/^./, (first) => first.toUpperCase());
}

// Which side that is: the one who wins is the person or the machine.
function who({ lines }, spots) {
  const line = lines.find((one) => one.startsWith(`sprouts ${spots} `));
  if (!line) return '';
  const first_wins = line.endsWith('WIN');
  return first_wins === (match.you === 'first') ? 'That is you, if you find the moves.' : 'That is the machine.';
}

// Gets the certificate of the game, lets the checker verify it, and gives it to the machine.
async function prove() {
  const mine = round;
  const { spots, misere } = state;
  const badge = $('badge');
  proof = { pending: true };
  proof.done = (async () => {
    checker.stop();
    checker = new Checker();
    const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Progress of the check' });
    badge.className = 'card badge';
    delete badge.dataset.proof;
    const told = el('p', {}, 'Looking for it …');
    const time = el('span', { class: 'quiet time' });
    const tick = ticking(time);
    badge.replaceChildren(el('h2', {}, 'The proof'), told, el('div', { class: 'inline' }, bar, time),
      el('button', { type: 'button', class: 'plain', onclick: () => checker.stop('you stopped the check') }, 'Play without it'));
    let bytes, verdict, path;
    try {
      const published = await proofOf(spots, misere);
      if (!published) throw new Error(`there is none for ${spots} spots in ${misere ? 'misère' : 'normal'} play`);
      ({ path } = published);
      told.textContent = `Checking ${published.file} …`;
      bytes = await file(path);
      verdict = await checker.verify(bytes, (done, of) => { bar.max = of; bar.value = done; });
    } catch (error) {
      verdict = { verdict: 'unchecked', error: error.message };
    }
    if (mine !== round) return tick.stop();
    if (verdict.verdict !== 'verified') {
      tick.stop();
      badge.className = 'card badge odd';
      badge.replaceChildren(el('h2', {}, 'No proof'), el('p', {}, `The machine plays without a certificate: ${verdict.error}. It may lose games that it could win.`));
      return;
    }
    told.textContent = 'It is verified. The machine reads it …';
    await game.load(bytes);
    const { known, error } = await game.ask({ do: 'believe' });
    tick.stop();
    if (mine !== round) return;
    badge.className = `card badge ${error ? 'odd' : 'good'}`;
    badge.dataset.proof = name(spots, misere);
    badge.replaceChildren(
      el('h2', {}, 'Verified, here and now'),
      el('p', {}, plain(verdict, spots), ' ', who(verdict, spots)),
      el('p', { class: 'quiet' }, `${size(verdict.bytes)}, ${verdict.claims} ${misere ? 'lost nodes' : 'claims'}, ${verdict.replies} replies, checked in ${seconds(verdict.seconds)} by the checker in your browser.`),
      error ? el('p', {}, error) : el('p', {}, el('a', { href: `#proof?file=${path}${verdict.lines.length > 1 ? `&spots=${spots}` : ''}` }, 'Look into this proof')));
    state.known = known;
    match.path = path;
  })().finally(() => { proof.pending = false; });
}

async function begin(request, options = {}) {
  round++;
  match = { you: 'first', level: 'perfect', resigned: false, ...options };
  busy = false;
  tell();
  const answer = await game.ask({ seed: Math.floor(Math.random() * 2 ** 31), ...request });
  if (answer.error) return say(answer.error, 'wrong');
  state = answer;
  board.show(state.view);
  if (!state.made) welcome();
  refresh();
  prove();
  reply();
  return true;
}

const form = $('setup');
const wanted = () => ({ spots: Number($('spots').value), misere: form.elements.play.value === 'misere', you: form.elements.you.value, level: $('level').value });

function showSettings({ spots, misere, you, level }) {
  $('spots').value = spots;
  $('spots-out').value = spots;
  form.elements.play.value = misere ? 'misere' : 'normal';
  form.elements.you.value = you;
  $('level').value = level;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { spots, misere, you, level } = wanted();
  history.replaceState(null, '', '#play');
  begin({ do: 'new', spots, misere }, { you, level });
  if (matchMedia('(max-width: 820px)').matches) $('status').scrollIntoView();
});
$('spots').addEventListener('input', () => { $('spots-out').value = $('spots').value; });
$('level').addEventListener('change', () => { match.level = $('level').value; });

$('undo').onclick = async () => {
  if (busy) return;
  match.resigned = false;
  let answer = await game.ask({ do: 'undo' });
  if (!answer.error && (answer.made % 2 === 0) !== (match.you === 'first') && answer.made > 0) answer = await game.ask({ do: 'undo' });
  if (answer.error) return say(answer.error, 'wrong');
  state = answer;
  tell();
  board.show(state.view);
  refresh();
  reply();
};

$('hint').onclick = async () => {
  const hint = await game.ask({ do: 'hint' });
  if (hint.error) return say(hint.error, 'wrong');
  board.mark(hint.curve, 'hint');
  const grounds = { certificate: 'It wins, by the certificate.', search: 'It wins: a search found no way out for the machine.', guess: 'No winning move is known here. This one leaves the machine much to find out.' };
  say(`Hint: ${hint.text}. ${grounds[hint.ground]}`);
  offer([{ words: `Play ${hint.text}`, request: { do: 'written', text: hint.text } }]);
};

$('why').onclick = async () => {
  const why = await game.ask({ do: 'why' });
  if (why.error) return say(why.error, 'wrong');
  const { position, parts, lost } = why;
  const link = (land) => (match.path ? el('a', { href: `#proof?file=${match.path}&land=${encodeURIComponent(land)}` }, land) : land);
  const who = yours() ? 'you' : 'the machine';
  const lines = [];
  if (position === '!') lines.push(el('p', {}, 'Nothing can be moved any more.'));
  else lines.push(el('p', {}, 'Without what no move can feel, the position is ', el('code', {}, position), '.'));
  if (!state.misere && parts.length && parts.every(({ nimber }) => nimber !== null)) {
    const sum = parts.reduce((all, { nimber }) => all ^ nimber, 0);
    lines.push(el('p', {}, parts.length === 1 ? 'It is worth a Nim heap of ' : 'Its parts are worth Nim heaps of ',
      parts.flatMap(({ land, nimber }, nth) => [nth ? ', ' : '', el('b', {}, nimber), ' (', link(land), ')']), parts.length > 1 ? `; together ${sum}.` : '.'));
  }
  if (lost === true) lines.push(el('p', {}, `The certificate proves that whoever moves now, ${who}, loses: every move has an answer in it.`));
  else if (lost === false) lines.push(el('p', {}, `The certificate proves that whoever moves now, ${who}, wins.`));
  else lines.push(el('p', {}, `The certificate does not settle this position. ${yours() ? 'If the machine is winning, it has an answer to it.' : ''}`));
  tell(el('h3', {}, state.made ? `After ${state.moves.at(-1)[0]}` : 'At the start'), ...lines);
};

$('tidy').onclick = async () => {
  if (busy) return;
  const answer = await game.ask({ do: 'tidy' });
  state = answer;
  board.show(state.view);
  refresh();
};

$('resign').onclick = () => {
  match.resigned = true;
  refresh();
};

$('typed').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = $('move').value.trim();
  const two = text.match(/^(\d+)[\s,;–-]+(\d+)$/);
  if (!text) return;
  if (ended()) return say('The game is over.');
  if (busy || !yours()) return say('Wait for the machine’s move.');
  $('move').value = '';
  if (two) return join(Number(two[1]), Number(two[2]));
  play({ do: 'written', text });
});

$('all').addEventListener('toggle', async () => {
  if (!$('all').open) return;
  const answer = await game.ask({ do: 'moves' });
  if (answer.error) return $('all-moves').replaceChildren(el('p', {}, answer.error));
  const rows = answer.moves.map(([text, after]) => el('li', {}, el('button', { type: 'button', class: 'plain', disabled: !yours() || ended(), onclick: () => play({ do: 'written', text }) }, text), el('small', {}, after)));
  const more = answer.count > rows.length ? `the first ${rows.length} of ` : '';
  $('all-moves').replaceChildren(el('p', { class: 'quiet' }, `One move for each different position: ${more}${answer.count}.`), el('ul', {}, rows));
});

const link = () => {
  const query = new URLSearchParams({ r: state.record[0], ...(state.misere ? { misere: '1' } : {}), ...(match.you === 'second' ? { you: 'second' } : {}) });
  return `${location.href.split('#')[0]}#play?${query}`;
};
$('share').onclick = async () => {
  try {
    await navigator.clipboard.writeText(link());
    say('The link is copied.');
  } catch {
    tell(el('p', {}, 'The link: ', el('a', { href: link() }, link())));
  }
};
$('save').onclick = () => save(`sprouts-${state.spots}.txt`, `# Sprouts, ${state.misere ? 'misere' : 'normal'} play\n${state.record[0]}\n# ${state.record[1]}\n`);
export const take = async ([chosen]) => load(await chosen.text());
const load = async (text) => {
  if (await begin({ do: 'record', text, misere: form.elements.play.value === 'misere' }, { you: form.elements.you.value, level: $('level').value })) {
    showSettings({ ...match, spots: state.spots, misere: state.misere });
  }
};
$('load').onclick = () => load($('load-text').value);
$('load-file').addEventListener('change', () => {
  if ($('load-file').files.length) take($('load-file').files);
  $('load-file').value = '';
});

let shown = null;
export async function open(query) {
  const asked = query.toString();
  if (shown === asked || (shown !== null && !asked)) return;
  shown = asked;
  const [misere, you] = [query.get('misere') === '1', query.get('you') === 'second' ? 'second' : 'first'];
  if (query.get('r')) {
    if (await begin({ do: 'record', text: query.get('r'), misere }, { you })) showSettings({ ...match, spots: state.spots, misere });
    return;
  }
  const spots = Math.min(20, Math.max(2, Number(query.get('n')) || 5));
  showSettings({ spots, misere, you, level: 'perfect' });
  begin({ do: 'new', spots, misere }, { you });
}

// The page with the results: everything on it is read from the manifests.

import { $, el, number, seconds, size, svg } from './dom.js';
import { published } from './engine.js';

const LEFT = 64;
const WIDTH = 420;
const HEIGHT = 220;
const BOTTOM = 26;

// A plot against the number of spots, with a logarithmic scale.
function plot(title, games, value, words) {
  // A file with several results says nothing about one of them.
  const series = ['normal', 'misere'].map((play) => games.filter((game) => game.play === play && !(game.results > 1) && value(game) > 0));
  const all = series.flat();
  const [low, high] = [Math.floor(Math.log10(Math.min(...all.map(value)))), Math.ceil(Math.log10(Math.max(...all.map(value))))];
  const most = Math.max(...all.map((game) => game.spots));
  const x = (spots) => LEFT + ((WIDTH - LEFT - 10) * spots) / most;
  const y = (of) => 10 + (HEIGHT - BOTTOM - 10) * (1 - (Math.log10(of) - low) / Math.max(1, high - low));
  const marks = [];
  for (let power = low; power <= high; power++) {
    marks.push(svg('line', { x1: LEFT, x2: WIDTH - 10, y1: y(10 ** power), y2: y(10 ** power), class: 'grid' }),
      svg('text', { x: LEFT - 6, y: y(10 ** power) + 4, class: 'tick end' }, words(10 ** power)));
  }
  for (let spots = 0; spots <= most; spots += 10) marks.push(svg('text', { x: x(spots), y: HEIGHT - 8, class: 'tick middle' }, String(spots)));
  const dots = series.flatMap((list, nth) => list.map((game) =>
    svg('circle', { cx: x(game.spots).toFixed(1), cy: y(value(game)).toFixed(1), r: 3.2, class: nth ? 'dot misere' : 'dot normal' },
      svg('title', {}, `${game.spots} spots, ${nth ? 'misère' : 'normal'}: ${words(value(game))}`))));
  return el('figure', { class: 'card plot' }, el('figcaption', {}, title),
    svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `${title}, against the number of spots` }, marks, dots));
}

function table(games) {
  const plays = { normal: 'Normal play', misere: 'Misère play: who cannot move wins' };
  return Object.entries(plays).map(([play, title]) => {
    const rows = games.filter((game) => game.play === play).sort((a, b) => a.spots - b.spots).map((game) => {
      const wins = game.result === 'WIN' ? 'first' : 'second';
      return el('tr', {},
        el('th', { scope: 'row' }, game.spots),
        el('td', {}, el('span', { class: `who ${wins}` }, `${wins} player`)),
        ...(game.results > 1
          ? [el('td', { class: 'quiet', colspan: 4 }, `one of the ${game.results} results in ${game.file}`)]
          : [el('td', { class: 'num' }, number(game.claims)), el('td', { class: 'num' }, number(game.replies)), el('td', { class: 'num' }, size(game.bytes)),
            el('td', { class: 'num' }, game.check_seconds === null ? '' : seconds(game.check_seconds))]),
        el('td', {}, el('a', { href: `#proof?file=${game.path}${game.results > 1 ? `&spots=${game.spots}` : ''}` }, 'look'), ' ', el('a', { href: game.path, download: '' }, 'get')),
        el('td', { class: 'digest' }, el('code', { title: game.blake3 }, game.blake3.slice(0, 12))));
    });
    return el('section', {}, el('h2', {}, title), el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, el('table', {},
      el('thead', {}, el('tr', {}, ['Spots', 'Who wins', 'Claims', 'Replies', 'Size', 'Check', 'File', 'blake3'].map((head, nth) => el('th', { scope: 'col', class: nth > 1 && nth < 6 && 'num' }, head)))),
      el('tbody', {}, rows))));
  });
}

// Numbers as ranges: 1–44, 46, 47.
function ranges(numbers) {
  const runs = [];
  for (const each of [...numbers].sort((a, b) => a - b)) {
    if (runs.length && runs.at(-1)[1] === each - 1) runs.at(-1)[1] = each;
    else runs.push([each, each]);
  }
  return runs.flatMap(([from, to]) => (to - from > 1 ? `${from}–${to}` : to > from ? [from, to] : from)).join(', ');
}

let opened = false;
export async function open() {
  if (opened) return;
  opened = true;
  const { games, files, puzzles } = await published();
  const of = (play) => games.filter((game) => game.play === play);
  const proved = (play) => ranges(of(play).map((game) => game.spots));
  const bytes = files.reduce((sum, { bytes: of }) => sum + of, 0);
  $('results-body').append(
    el('div', { class: 'numbers' },
      el('p', { class: 'card' }, el('b', {}, proved('normal')), ' spots in normal play'),
      el('p', { class: 'card' }, el('b', {}, proved('misere')), ' spots in misère play'),
      el('p', { class: 'card' }, el('b', {}, size(bytes)), ` in ${files.length} certificates`)),
    el('div', { class: 'plots' },
      plot('Claims', games, (game) => game.claims, (count) => number(Math.round(count))),
      plot('Size of the certificate', games, (game) => game.bytes, size),
      plot('Time to check (native, all cores)', games, (game) => game.check_seconds, seconds)),
    el('p', { class: 'legend' }, el('span', { class: 'key normal' }), ' normal play ', el('span', { class: 'key misere' }), ' misère play. Games that share a file with others are not plotted.'),
    ...table(games),
    el('section', {}, el('h2', {}, 'Puzzles'), el('ul', { class: 'plainlist' }, puzzles.map((puzzle) => el('li', {},
      el('a', { href: `#proof?file=${puzzle.path}` }, puzzle.meaning), ' ', el('small', { class: 'quiet' }, `${size(puzzle.bytes)}, `, el('a', { href: puzzle.path, download: '' }, 'get')))))),
    el('section', { class: 'card' }, el('h2', {}, 'What you must trust'),
      el('p', {}, 'The rules and the short argument of the project’s document on the format; the checker, which is meant to be read in one sitting and shares no code with the program that searched; the libraries with which it reads files; the compiler; and your browser. Not the program that found the results, not the certificates, and not this page’s game.'),
      el('p', {}, 'To trust less, take the files and check them with the native program, or with a checker of your own: the format is described to the bit.')),
    el('section', { class: 'card' }, el('h2', {}, 'How to cite it'),
      el('p', {}, 'Name the statement, as the checker says it, and the digest of the file; both identify the result whatever becomes of this page:'),
      el('pre', { class: 'line' }, (() => {
        const last = of('normal').sort((a, b) => a.spots - b.spots).at(-1);
        return `Sproof, certificate of “sprouts ${last.spots} normal ${last.result}”,\nblake3 ${last.blake3}.`;
      })())),
  );
}

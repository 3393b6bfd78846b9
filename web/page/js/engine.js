// Workers as objects that answer with promises.

class Remote {
  constructor(script) {
    this.script = script;
    this.waiting = new Map();
    this.next = 0;
    this.onprogress = null;
  }

  start() {
    this.worker = new Worker(new URL(this.script, import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }) => {
      if (data.progress) return this.onprogress?.(...data.progress);
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      // A module that trapped is not used again.
      if (data.stopped) this.stop();
      waiting?.(data.answer);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop('the worker could not be started');
    };
  }

  send(message) {
    if (!this.worker) this.start();
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...message });
    });
  }

  // Ends the worker; whoever waits is told that it was stopped.
  stop(why = 'stopped') {
    this.worker?.terminate();
    this.worker = null;
    for (const waiting of this.waiting.values()) waiting({ verdict: 'unchecked', family: 'cannot check', error: why });
    this.waiting.clear();
  }
}

// The game: requests of web/engine/game, one at a time.
export class Game extends Remote {
  constructor() { super('./game-worker.js'); }
  ask(request) { return this.send({ request }); }
  load(file) { return this.send({ file }); }
}

// The checker, with the certificate that was checked last.
export class Checker extends Remote {
  constructor() { super('./check-worker.js'); }
  verify(file, onprogress) {
    this.onprogress = onprogress;
    return this.send({ file });
  }
  ask(request) { return this.send({ request }); }
}

// A file of the page.
export async function file(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is not here (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

let manifest;
// What is published: `games`, for each game about Sprouts the smallest file that proves it; `files`, each file about Sprouts once,
// with its first game; `puzzles`.
export function published() {
  const get = async (path) => (await (await fetch(path)).json()).map((entry) => ({ ...entry, path: `proofs/${entry.file}` }));
  const first = (entries, key) => [...entries.reduce((all, entry) => (all.has(key(entry)) ? all : all.set(key(entry), entry)), new Map()).values()];
  manifest ??= Promise.all([get('proofs/manifest.json'), get('proofs/puzzles.json')]).then(([rows, puzzles]) => {
    const smallest = [...rows].sort((a, b) => a.bytes - b.bytes);
    const bySpots = (a, b) => a.spots - b.spots;
    return { games: first(smallest, ({ play, spots }) => `${play} ${spots}`).sort(bySpots), files: first(rows, ({ file: name }) => name).sort(bySpots), rows, puzzles };
  });
  return manifest;
}

// The smallest file that proves a game.
export async function proofOf(spots, misere) {
  const { games } = await published();
  return games.find((game) => game.spots === spots && game.play === (misere ? 'misere' : 'normal'));
}

// What a published certificate is called in a list.
const title = (entry) => (entry.results > 1 ? `${entry.results} games in one file, ${entry.file}` : `${entry.spots} spot${entry.spots === 1 ? '' : 's'}`);

// The list of published certificates in a select element.
export async function offer(select, choose = '') {
  const { files, puzzles } = await published();
  const group = (label, entries, name) => {
    const node = document.createElement('optgroup');
    node.label = label;
    for (const entry of entries) node.append(new Option(name(entry), entry.path, false, entry.path === choose));
    return node;
  };
  select.replaceChildren(
    group('Normal play', files.filter((entry) => entry.play === 'normal'), title),
    group('Misère play', files.filter((entry) => entry.play === 'misere'), title),
    group('Puzzles', puzzles, ({ meaning }) => meaning),
  );
}

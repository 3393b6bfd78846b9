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
// All published certificates about Sprouts, and about puzzles.
export function published() {
  const get = async (path, folder) => (await (await fetch(path)).json()).map((entry) => ({ ...entry, path: folder + entry.file }));
  manifest ??= Promise.all([
    get('proofs/manifest.json', 'proofs/'), get('proofs/far/manifest.json', 'proofs/far/'), get('proofs/puzzles.json', 'proofs/'),
  ]).then(([near, far, puzzles]) => ({ games: [...near, ...far], puzzles }));
  return manifest;
}

// What a published certificate is called in a list.
export const title = (entry) =>
  entry.play ? `${entry.spots} spot${entry.spots === 1 ? '' : 's'}, ${entry.play === 'misere' ? 'misère' : 'normal'} play` : entry.meaning ?? entry.file;

// The list of published certificates in a select element.
export async function offer(select, choose = '') {
  const { games, puzzles } = await published();
  const group = (label, entries) => {
    const node = document.createElement('optgroup');
    node.label = label;
    for (const entry of entries) {
      const option = new Option(title(entry), entry.path);
      option.selected = entry.path === choose;
      node.append(option);
    }
    return node;
  };
  select.replaceChildren(
    group('Normal play', games.filter((entry) => entry.play === 'normal')),
    group('Misère play', games.filter((entry) => entry.play === 'misere')),
    group('Puzzles and others', [...puzzles, ...games.filter((entry) => !['normal', 'misere'].includes(entry.play))]),
  );
}

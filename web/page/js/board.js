// The board: a picture that can be drawn on.

import { calm, svg } from './dom.js';

const POINTS = 40;
const TAP = 7;

// A line with as many points as all others on the way, so that pictures can be mixed.
function evenly(flat) {
  const count = flat.length / 2;
  const points = [];
  for (let nth = 0; nth < POINTS; nth++) {
    const at = (nth * (count - 1)) / (POINTS - 1);
    const low = Math.min(count - 2, Math.floor(at));
    const part = at - low;
    points.push(flat[2 * low] + part * (flat[2 * low + 2] - flat[2 * low]), flat[2 * low + 1] + part * (flat[2 * low + 3] - flat[2 * low + 1]));
  }
  return points;
}

const mixed = (a, b, t) => a.map((value, nth) => value + t * (b[nth] - value));

export function path(points) {
  let d = `M${points[0].toFixed(1)} ${points[1].toFixed(1)}`;
  for (let at = 2; at + 3 < points.length; at += 2) {
    const [x, y, u, v] = points.slice(at, at + 4);
    d += `Q${x.toFixed(1)} ${y.toFixed(1)} ${((x + u) / 2).toFixed(1)} ${((y + v) / 2).toFixed(1)}`;
  }
  return `${d}L${points.at(-2).toFixed(1)} ${points.at(-1).toFixed(1)}`;
}

const flat = (points) => points.flat();

// A spot with its number and a dot for each life.
export function spotMark({ n, lives, x, y, r, named = true }) {
  const mark = svg('g', { class: `spot lives-${Math.min(lives, 3)}`, transform: `translate(${x} ${y})` });
  mark.append(svg('circle', { class: 'disk', r }));
  if (named) {
    const height = r * (n < 10 ? 1.15 : 0.98);
    mark.append(svg('text', { y: lives ? height * 0.16 : height * 0.36, 'font-size': height.toFixed(1) }, String(n)));
    for (let life = 0; life < lives; life++) {
      mark.append(svg('circle', { class: 'life', cx: ((life - (lives - 1) / 2) * 0.44 * r).toFixed(2), cy: (0.62 * r).toFixed(2), r: (0.13 * r).toFixed(2) }));
    }
  }
  return mark;
}

// A picture that is only looked at; a small one has no numbers.
export function picture(view, label, is_small) {
  const pad = 6;
  const spot = (mark) => spotMark(is_small ? { ...mark, named: false, r: mark.named ? Math.max(mark.r, 8) : mark.r } : mark);
  return svg('svg', { class: 'picture', viewBox: `${-pad} ${-pad} ${view.width + 2 * pad} ${view.height + 2 * pad}`, role: 'img', 'aria-label': label },
    svg('g', { class: 'lines' }, view.lines.map(({ d }) => svg('path', { d }))),
    svg('g', {}, view.spots.map(spot)));
}

export class Board {
  // `asks` has `begun()`, `sketch(points, finished)`, `chosen(spot)` and `join(from, to)`.
  constructor(host, asks) {
    this.asks = asks;
    this.chosen = null;
    this.active = false;
    this.lines = svg('g', { class: 'lines' });
    this.over = svg('g', { class: 'over', 'aria-hidden': 'true' });
    this.spots = svg('g', { class: 'spots' });
    // Where a sketch is wrong is shown above everything.
    this.top = svg('g', { class: 'over', 'aria-hidden': 'true' });
    this.svg = svg('svg', { role: 'group', 'aria-label': 'The board' }, this.lines, this.over, this.spots, this.top);
    host.replaceChildren(this.svg);
    this.host = host;
    this.svg.addEventListener('pointerdown', (event) => this.down(event));
    this.svg.addEventListener('pointermove', (event) => this.move(event));
    this.svg.addEventListener('pointerup', (event) => this.up(event));
    this.svg.addEventListener('pointercancel', () => this.cancel());
    addEventListener('keydown', (event) => { if (event.key === 'Escape') this.cancel(); });
  }

  // Whether a person may draw now.
  allow(active) {
    this.active = active;
    this.host.classList.toggle('yours', active);
    if (!active) this.choose(null);
    for (const mark of this.spots.children) mark.setAttribute('tabindex', active && mark.dataset.lives > 0 ? 0 : -1);
  }

  frame(width, height, x = 0, y = 0) {
    // Room around the drawing, for curves that go around everything.
    const pad = Math.max(34, 0.11 * Math.max(width, height));
    const [wide, high] = [Math.max(width, 190), Math.max(height, 0.42 * width, 120)];
    this.svg.setAttribute('viewBox', `${x - pad - (wide - width) / 2} ${y - pad - (high - height) / 2} ${wide + 2 * pad} ${high + 2 * pad}`);
  }

  show(view) {
    this.view = view;
    this.frame(view.width, view.height);
    this.lines.replaceChildren(...view.lines.map(({ d, ends }) => svg('path', { d, 'data-ends': ends.join(' ') })));
    const marks = view.spots.map((spot) => {
      const mark = spotMark(spot);
      const lives = spot.lives === 1 ? '1 life' : spot.lives ? `${spot.lives} lives` : 'dead';
      mark.setAttribute('role', 'button');
      mark.setAttribute('aria-label', `Spot ${spot.n}, ${lives}`);
      mark.dataset.n = spot.n;
      mark.dataset.lives = spot.lives;
      mark.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          this.pick(spot.n);
        }
      });
      return mark;
    });
    this.spots.replaceChildren(...marks);
    this.clear();
    this.allow(this.active);
  }

  clear() {
    this.over.replaceChildren();
    this.top.replaceChildren();
  }

  // Shows a curve: a hint, a sketch that is refused, a reading.
  mark(points, kind, at) {
    this.clear();
    if (points?.length > 1) this.over.append(svg('path', { class: kind, d: path(flat(points)) }));
    if (!at) return;
    const spot = this.view.spots.find(({ x, y, r }) => Math.hypot(x - at[0], y - at[1]) < r);
    this.top.append(svg('circle', { class: 'fault', ...(spot ? { cx: spot.x, cy: spot.y, r: spot.r + 4 } : { cx: at[0], cy: at[1], r: 7 }) }));
  }

  // Draws the last curve and lets the picture make room for it. A sketch becomes the curve that was made of it.
  async animate(frames, view, from, sketch) {
    const finish = () => {
      this.show(view);
      for (const line of [...this.lines.children].slice(-2)) line.setAttribute('class', `new ${from}`);
    };
    if (calm() || frames.length < 2) return finish();
    const all = [this.before(frames[0], sketch), ...frames];
    const lines = all.map((frame) => frame.lines.map(evenly));
    const draw = (nth, t, part = 1) => {
      const [a, b] = [all[nth], all[nth + 1]];
      this.frame(...mixed([a.width, a.height, a.x ?? 0, a.y ?? 0], [b.width, b.height, b.x ?? 0, b.y ?? 0], t));
      const last = lines[nth].length - 2;
      this.lines.replaceChildren(...lines[nth].map((line, at) => {
        const node = svg('path', { d: path(mixed(line, lines[nth + 1][at], t)) });
        if (at >= last) {
          node.setAttribute('class', `new ${from}`);
          if (part < 1) {
            node.setAttribute('pathLength', 1);
            node.setAttribute('stroke-dasharray', `${Math.max(0, Math.min(1, 2 * part - (at - last)))} 2`);
          }
        }
        return node;
      }));
      const shown = part < 0.5 ? a.spots.slice(0, -1) : a.spots;
      this.spots.replaceChildren(...shown.map((spot, at) => {
        const [x, y, r] = mixed(spot, b.spots[at], t);
        return spotMark({ ...view.spots[at], x, y, r });
      }));
    };
    this.clear();
    const run = (time, step) => new Promise((resolve) => {
      const start = performance.now();
      const tick = (now) => {
        const t = Math.min(1, Math.max(0, (now - start) / time));
        step(t * t * (3 - 2 * t));
        if (t < 1) requestAnimationFrame(tick);
        else resolve();
      };
      requestAnimationFrame(tick);
      // Where nothing is painted, as in a hidden tab, the game goes on.
      setTimeout(resolve, time + 400);
    });
    if (sketch) await run(220, (t) => draw(0, t));
    else await run(800, (t) => draw(0, Math.min(1, 3 * t), t));
    await run(700, (t) => {
      const at = 1 + t * (frames.length - 1);
      const nth = Math.min(frames.length - 1, Math.floor(at));
      draw(nth, at - nth);
    });
    finish();
  }

  // The picture that is shown, with a sketch in it, in the coordinates of the frame that comes next: that has the same points, but
  // another scale and another corner.
  before(next, sketch) {
    const [old, now] = [this.view.spots, next.spots];
    const spread = (places) => places.reduce((sum, [x, y]) => sum + Math.hypot(x - places[0][0], y - places[0][1]), 0);
    const scale = old.length > 1 ? spread(now.slice(0, -1)) / spread(old.map((spot) => [spot.x, spot.y])) : 1;
    const moved = ([x, y]) => [now[0][0] + scale * (x - old[0].x), now[0][1] + scale * (y - old[0].y)];
    const [x, y] = moved([0, 0]);
    const frame = { ...next, x, y, width: this.view.width * scale, height: this.view.height * scale };
    if (!sketch || sketch.length < 4) return frame;
    const points = sketch.map(moved);
    const half = Math.floor(points.length / 2);
    const spot = [...points[half], now.at(-1)[2]];
    return { ...frame, spots: [...now.slice(0, -1), spot], lines: [...next.lines.slice(0, -2), flat(points.slice(0, half + 1)), flat(points.slice(half))] };
  }

  point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  spotAt([x, y], reach = 8) {
    const away = (spot) => Math.hypot(spot.x - x, spot.y - y) - spot.r;
    const near = this.view.spots.filter((spot) => away(spot) < reach);
    return near.sort((a, b) => away(a) - away(b))[0]?.n;
  }

  down(event) {
    if (!this.active || event.button > 0 || this.drawing) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.drawing = { id: event.pointerId, points: [this.point(event)], start: [event.clientX, event.clientY], far: 0 };
    this.clear();
    this.asks.begun();
    this.line = svg('path', { class: 'sketch' });
    this.over.append(this.line);
  }

  move(event) {
    if (!this.drawing || event.pointerId !== this.drawing.id) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length ? events : [event]) this.drawing.points.push(this.point(one));
    const [x, y] = this.drawing.start;
    this.drawing.far = Math.max(this.drawing.far, Math.hypot(event.clientX - x, event.clientY - y));
    this.line.setAttribute('d', path(flat(this.drawing.points)));
    // Over a spot it can be told at once whether the curve is a move.
    if (this.drawing.far > 3 * TAP && this.spotAt(this.drawing.points.at(-1), 2)) this.judge();
    else this.line.setAttribute('class', 'sketch');
  }

  async judge() {
    if (this.judging) return;
    this.judging = true;
    const { line, drawing } = this;
    const verdict = await this.asks.sketch(drawing.points, false);
    this.judging = false;
    if (this.drawing === drawing) line.setAttribute('class', `sketch ${verdict ? 'fine' : 'wrong'}`);
  }

  up(event) {
    if (!this.drawing || event.pointerId !== this.drawing.id) return;
    const { points, far } = this.drawing;
    points.push(this.point(event));
    this.drawing = null;
    if (far < TAP) {
      this.clear();
      const spot = this.spotAt(points[0], 14);
      return spot ? this.pick(spot) : this.choose(null);
    }
    this.choose(null);
    this.asks.sketch(points, true);
  }

  cancel() {
    if (this.drawing) this.clear();
    this.drawing = null;
    this.choose(null);
  }

  choose(spot) {
    this.chosen = spot;
    for (const mark of this.spots.children) mark.classList.toggle('chosen', Number(mark.dataset.n) === spot);
  }

  // A spot without a curve: the first of two, or the second.
  pick(spot) {
    if (!this.active) return;
    const first = this.chosen;
    if (first === null) {
      this.choose(spot);
      this.asks.chosen(spot);
    } else {
      this.choose(null);
      this.asks.join(first, spot);
    }
  }
}

// The page in a real browser: games by pointer events and by keyboard, refused sketches, files of all kinds, phone and desk.
//
//   node browser.mjs [name of a test …]     SHOTS=folder keeps screenshots, with SMALL=1 small ones

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { DIST, serve } from './server.mjs';

const { SHOTS, SMALL } = process.env;
if (SHOTS) await mkdir(SHOTS, { recursive: true });
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const DESK = { viewport: { width: 1280, height: 860 }, deviceScaleFactor: SMALL ? 0.6 : 1 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: SMALL ? 0.8 : 2 };

// A fresh page; requests to anywhere else, errors and violations of the policy fail the test.
async function fresh(hash = '', settings = {}) {
  const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce', ...settings });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.stack));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) page.faults.push(`request to ${request.url()}`); });
  page.setDefaultTimeout(120_000);
  await page.goto(server.url + hash);
  page.done = async () => {
    assert.deepEqual(page.faults, []);
    await context.close();
  };
  return page;
}

const shot = async (page, name, options = {}) => SHOTS
  && page.screenshot({ ...(SMALL ? { path: join(SHOTS, `${name}.jpg`), type: 'jpeg', quality: 62 } : { path: join(SHOTS, `${name}.png`), ...options }) });
// All pictures that are in sight are there.
const painted = (page) => page.waitForFunction(() => [...document.querySelectorAll('.thumb')].every((thumb) => {
  const { top, bottom, height } = thumb.getBoundingClientRect();
  return !height || bottom < 0 || top > innerHeight || thumb.firstChild;
}));
const status = (page) => page.textContent('#status');
const verified = (page) => page.waitForSelector('#badge.good', { timeout: 120_000 });
// It is the person's turn, or the game is over.
const settled = (page) => page.waitForFunction(() => document.querySelector('#board.yours') || /has won|have won/.test(document.querySelector('#status').textContent), null, { timeout: 120_000 });
const moves = (page) => page.locator('#moves li').count();

// Where the spots are on the screen, and the lines.
const spots = (page) => page.$$eval('#board .spots .spot', (marks) => marks.map((mark) => {
  const { x, y, width, height } = mark.querySelector('.disk').getBoundingClientRect();
  return { n: Number(mark.dataset.n), lives: Number(mark.dataset.lives), x: x + width / 2, y: y + height / 2, r: width / 2 };
}));

async function drag(page, points) {
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const { x, y } of points.slice(1)) await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}

async function start(page, { n, misere = false, you = 'first', level = 'perfect' }) {
  await verified(page);
  await page.evaluate(([value]) => { const range = document.querySelector('#spots'); range.value = value; range.dispatchEvent(new Event('input')); }, [n]);
  await page.check(`input[name=play][value=${misere ? 'misere' : 'normal'}]`);
  await page.check(`input[name=you][value=${you}]`);
  await page.selectOption('#level', level);
  await page.click('#setup button[type=submit]');
  const name = `${misere ? 'misere' : 'normal'}-${String(n).padStart(2, '0')}`;
  await page.waitForSelector(`#badge.good[data-proof=${name}]`, { timeout: 120_000 });
}

// What became of a sketch: 'move', 'several' or 'refused'.
async function judged(page, act) {
  const last = await page.$eval('#board', (board) => board.dataset.sketch ?? '');
  await act();
  await page.waitForFunction((old) => (document.querySelector('#board').dataset.sketch ?? '') !== old, last);
  return (await page.$eval('#board', (board) => board.dataset.sketch)).split(' ')[1];
}

// The machine has answered the move that was made after so many, or the game is over.
async function answered(page, before) {
  await page.waitForFunction((count) => document.querySelectorAll('#moves li').length >= count + 2 || /has won|have won/.test(document.querySelector('#status').textContent), before);
  await settled(page);
}

// Draws some legal curve by the pointer: tries short ways between live spots until one is taken.
async function drawAnything(page, random) {
  const before = await moves(page);
  const all = (await spots(page)).filter(({ lives }) => lives > 0);
  const pairs = all.flatMap((a) => all.filter((b) => a.n < b.n || (a.n === b.n && a.lives > 1)).map((b) => [a, b]));
  for (let nth = pairs.length - 1; nth > 0; nth--) {
    const other = Math.floor(random() * (nth + 1));
    [pairs[nth], pairs[other]] = [pairs[other], pairs[nth]];
  }
  for (const [a, b] of pairs.slice(0, 10)) {
    const r = Math.max(a.r, 9);
    const loop = [a, { x: a.x + 3 * r, y: a.y - 2 * r }, { x: a.x, y: a.y - 4 * r }, { x: a.x - 3 * r, y: a.y - 2 * r }, a];
    const middle = { x: (a.x + b.x) / 2 + (b.y - a.y) * 0.25, y: (a.y + b.y) / 2 - (b.x - a.x) * 0.25 };
    for (const way of a.n === b.n ? [loop] : [[a, b], [a, middle, b]]) {
      const kind = await judged(page, () => drag(page, way));
      if (kind === 'refused') continue;
      if (kind === 'several') await page.click('#chooser button');
      await page.waitForFunction((count) => document.querySelectorAll('#moves li').length > count, before);
      return true;
    }
  }
  return false;
}

// Where no straight curve is left, by the list.
async function anyMove(page, random) {
  if (await drawAnything(page, random)) return 'drawn';
  await page.click('#all summary');
  await page.waitForSelector('#all-moves button');
  const buttons = page.locator('#all-moves button');
  await buttons.nth(Math.floor(random() * (await buttons.count()))).click();
  return 'listed';
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// The page may be drawn anew between the hint and the click; then the hint is asked for again.
async function takeHint(page) {
  for (let attempt = 0; ; attempt++) {
    await page.click('#hint');
    await page.waitForFunction(() => /Hint/.test(document.querySelector('#status').textContent));
    try {
      return await page.locator('#chooser button').first().click({ timeout: 5000 });
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function playToTheEnd(page, random, wise) {
  let drawn = 0;
  for (let turn = 0; turn < 60; turn++) {
    await settled(page);
    if (/won/.test(await status(page))) return drawn;
    const before = await moves(page);
    if (wise) {
      await takeHint(page);
    } else if ((await anyMove(page, random)) === 'drawn') drawn++;
    await answered(page, before);
  }
  throw new Error('the game does not end');
}

const TESTS = {
  async 'a game drawn by the pointer is lost against the proof'() {
    const page = await fresh();
    await verified(page);
    await shot(page, 'start');
    await start(page, { n: 6 });
    assert.match(await page.textContent('#badge'), /second player wins/);
    const drawn = await playToTheEnd(page, generator(7));
    assert.match(await status(page), /The machine has won/);
    assert.ok(drawn >= 4, `${drawn} moves were drawn`);
    await shot(page, 'lost');
    await page.done();
  },

  async 'a game against a random player is won by the proof'() {
    const page = await fresh();
    await start(page, { n: 5, level: 'easy' });
    await playToTheEnd(page, generator(1), true);
    assert.match(await status(page), /You have won/);
    await page.done();
  },

  async 'sketches that are no moves are refused with the reason'() {
    const page = await fresh('#play?n=3');
    await verified(page);
    const [one, two, three] = await spots(page);
    await drag(page, [one, three]);
    await page.waitForSelector('#status.wrong');
    assert.match(await status(page), /runs over spot 2/);
    assert.equal(await moves(page), 0);
    await shot(page, 'refused');
    await drag(page, [one, { x: one.x, y: one.y + 90 }]);
    await page.waitForFunction(() => /Begin and end/.test(document.querySelector('#status').textContent));
    await drag(page, [one, { x: one.x + 20, y: one.y - 80 }, { x: two.x, y: two.y - 40 }, { x: one.x - 20, y: one.y - 40 }, { x: one.x + 40, y: one.y - 100 }, { x: two.x + 10, y: two.y - 80 }, two]);
    await page.waitForFunction(() => /crosses itself/.test(document.querySelector('#status').textContent));
    // A line is in the way.
    await drag(page, [one, { x: (one.x + two.x) / 2, y: one.y - 40 }, two]);
    await answered(page, 0);
    const lines = await page.$$eval('#board .lines path', (paths) => paths.map((path) => path.dataset.ends));
    assert.ok(lines.length >= 4);
    const all = await spots(page);
    const live = all.filter(({ lives }) => lives > 1);
    const middle = await page.$eval('#board .lines path', (path) => {
      const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      return { x, y };
    });
    const from = live[0];
    const beyond = { x: middle.x + (middle.x - from.x) * 0.7, y: middle.y + (middle.y - from.y) * 0.7 };
    const before = await moves(page);
    await drag(page, [from, middle, beyond, { x: beyond.x + 15, y: beyond.y + 15 }, from]);
    await page.waitForSelector('#status.wrong');
    assert.match(await status(page), /crosses/);
    assert.equal(await moves(page), before);
    await page.done();
  },

  async 'everything can be done by the keyboard'() {
    const page = await fresh('#play?n=3');
    await verified(page);
    await page.focus('#board .spot[data-n="1"]');
    await page.keyboard.press('Enter');
    await page.focus('#board .spot[data-n="2"]');
    await page.keyboard.press('Enter');
    await answered(page, 0);
    assert.equal(await page.textContent('#moves li:first-child span'), '1-4-2');
    await page.fill('#move', '9 9');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#status.wrong');
    await page.click('#undo');
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
    await page.fill('#move', '1 1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#chooser button');
    await page.focus('#chooser button');
    await page.keyboard.press('Enter');
    await answered(page, 0);
    const unnamed = await page.$$eval('button, input, select, textarea, [role=button]', (nodes) => nodes.filter((node) => {
      const label = node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.[0]?.textContent || node.placeholder;
      return !label;
    }).map((node) => node.outerHTML.slice(0, 120)));
    assert.deepEqual(unnamed, []);
    await page.done();
  },

  async 'records are saved, loaded and shared'() {
    const record = '5: 1-6-2; 3-7-4; 1-8-2>; 3-9-4>1';
    const page = await fresh(`#play?${new URLSearchParams({ r: record })}`);
    await verified(page);
    await settled(page);
    assert.equal(await page.inputValue('#hoey'), record);
    assert.equal(await page.inputValue('#wgosa'), '5: 1(6)2 3(7)4 1(8)2 3(9)4[5]!');
    await page.click('#record summary');
    await page.fill('#load-text', '2: 1(3)1 1(4@2)3[2]');
    await page.click('#load');
    await page.waitForFunction(() => document.querySelector('#hoey').value.startsWith('2: 1-3-1>'));
    await page.fill('#load-text', '2: 1-3-9');
    await page.click('#load');
    await page.waitForSelector('#status.wrong');
    await page.done();
  },

  async 'large boards are drawn and answered'() {
    for (const [n, shots] of [[8, 6], [16, 12]]) {
      const page = await fresh('', { reducedMotion: 'no-preference' });
      await start(page, { n, level: 'perfect' });
      const random = generator(n);
      let slowest = 0;
      for (let turn = 0; turn < shots / 2; turn++) {
        await settled(page);
        await anyMove(page, random);
        await answered(page, 2 * turn);
        slowest = Math.max(slowest, await page.evaluate(() => window.lastAnswer));
      }
      console.log(`  ${n} spots: the slowest answer took ${slowest.toFixed(0)} ms`);
      await shot(page, `middle-${n}`);
      await page.click('#why');
      await page.waitForSelector('#told h3');
      await page.done();
    }
  },

  async 'a proof is read like a book and as a tree'() {
    const page = await fresh('#proof?file=proofs/normal-12.bin');
    await page.waitForSelector('.options, .large .picture', { timeout: 120_000 });
    assert.match(await page.textContent('#proof-body'), /sprouts 12 normal LOSS/);
    await page.waitForSelector('.claims .thumb svg');
    await page.click('#proof-body .go');
    await page.waitForSelector('.options li');
    assert.match(await page.textContent('.land'), /0\*12/);
    await page.waitForSelector('.options .thumb svg');
    await painted(page);
    await shot(page, 'proof');
    await page.click('.options .go');
    await page.waitForFunction(() => document.querySelectorAll('.trail li').length >= 2);
    await page.fill('.filters input', 'AB|AB');
    await page.waitForFunction(() => [...document.querySelectorAll('.claims code')].every((code) => code.textContent.includes('AB|AB')));
    await page.click('text=As a tree');
    await page.click('.tree .node');
    await page.waitForFunction(() => document.querySelectorAll('.tree .node').length > 3);
    await page.click('.tree [aria-label="Show all of it"]');
    await shot(page, 'tree');
    await page.done();
  },

  async 'puzzles are shown step by step'() {
    const page = await fresh('#proof?file=proofs/morpion-rosin178.bin');
    await page.waitForSelector('.paper .made', { timeout: 120_000 });
    assert.equal(await page.locator('.paper .stroke').count(), 178);
    await page.click('[aria-label="One step back"]');
    assert.equal(await page.locator('.paper .stroke').count(), 177);
    await shot(page, 'morpion');
    await page.evaluate(() => { location.hash = 'proof?file=proofs/gaps-basic-13-deal-5.bin'; });
    await page.waitForSelector('.deal td', { timeout: 120_000 });
    assert.equal(await page.locator('.deal td').count(), 52);
    await shot(page, 'gaps');
    await page.done();
  },

  async 'files are checked: good, tampered, hostile and huge ones'() {
    const page = await fresh('#check');
    const good = await readFile(join(DIST, 'proofs/normal-08.bin'));
    const tampered = Buffer.from(good);
    tampered[40] ^= 4;
    const huge = join(tmpdir(), `huge-${process.pid}.bin`);
    await writeFile(huge, Buffer.concat([good.subarray(0, 8), Buffer.alloc(60_000_000, 7)]));
    await page.setInputFiles('#check-files', [join(DIST, 'proofs/normal-08.bin')]);
    await page.waitForSelector('#check-list li[data-verdict=verified]', { timeout: 120_000 });
    assert.match(await page.textContent('#check-list'), /s VERIFIED sprouts 8 normal LOSS/);
    await page.setInputFiles('#check-files', [{ name: 'tampered.bin', mimeType: 'application/octet-stream', buffer: tampered }]);
    await page.waitForSelector('#check-list li[data-verdict=rejected]', { timeout: 120_000 });
    await shot(page, 'checked');
    await page.setInputFiles('#check-files', [huge]);
    await page.waitForFunction(() => document.querySelectorAll('#check-list li[data-verdict=rejected]').length === 2, null, { timeout: 120_000 });
    // A long check is cancelled, and the next one is not disturbed.
    await page.selectOption('#check-published', 'proofs/normal-01-44.bin');
    await page.click('#check-go');
    await page.click('#check-list li:first-child button');
    await page.waitForSelector('#check-list li[data-verdict=unchecked]', { timeout: 120_000 });
    await page.selectOption('#check-published', 'proofs/normal-10.bin');
    await page.click('#check-go');
    await page.waitForFunction(() => document.querySelectorAll('#check-list li[data-verdict=verified]').length === 2, null, { timeout: 120_000 });
    await page.done();
  },

  async 'results are read from the manifests'() {
    const page = await fresh('#results');
    await page.waitForSelector('#results-body table');
    const { length } = JSON.parse(await readFile(join(DIST, 'proofs/manifest.json'), 'utf8'));
    assert.ok((await page.locator('#results-body tbody tr').count()) >= Math.min(length, 40));
    await page.waitForSelector('.plot .dot');
    await shot(page, 'results', { fullPage: true });
    await page.done();
  },

  async 'on a phone'() {
    const page = await fresh('', PHONE);
    await verified(page);
    for (const hash of ['play', 'proof', 'check', 'results']) {
      await page.evaluate((name) => { location.hash = name; }, hash);
      await page.waitForSelector({ play: '#board .spot', proof: '#proof-body .tabs', check: '#check-published option >> nth=0', results: '.plot .dot' }[hash], { state: 'attached' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `#${hash} is ${wide} pixels too wide`);
      await shot(page, `phone-${hash}`);
    }
    await page.evaluate(() => { location.hash = 'play'; });
    const [one, two] = await spots(page);
    await page.touchscreen.tap(one.x, one.y);
    await page.touchscreen.tap(two.x, two.y);
    await answered(page, 0);
    // A loop by the finger around nothing, at a spot with two lives or more.
    const before = await moves(page);
    const { x, y, r } = (await spots(page)).filter(({ lives }) => lives > 1).at(-1);
    const touch = await page.context().newCDPSession(page);
    const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await judged(page, async () => {
      await send('touchStart', [{ x, y }]);
      for (const [right, up] of [[1.2, 1], [1.5, 2.2], [0, 2.8], [-1.5, 2.2], [-1.2, 1], [0, 0]]) await send('touchMove', [{ x: x + right * r, y: y - up * r }]);
      await send('touchEnd', []);
    });
    if (await page.isVisible('#chooser button')) await page.click('#chooser button');
    await answered(page, before);
    await shot(page, 'phone-played');
    await page.done();
  },

  async 'other games: misère, 2 and 20 spots, the machine first, resigning'() {
    const page = await fresh();
    await start(page, { n: 7, misere: true, you: 'second' });
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 1);
    await settled(page);
    await takeHint(page);
    await answered(page, 1);
    await page.click('#resign');
    assert.match(await status(page), /The machine has won. You resigned/);
    await page.click('text=Again, with sides changed');
    await verified(page);
    assert.ok(await page.isChecked('input[name=you][value=first]'));
    await start(page, { n: 2 });
    await playToTheEnd(page, generator(5));
    assert.match(await status(page), /The machine has won/);
    await start(page, { n: 20 });
    await anyMove(page, generator(6));
    await answered(page, 0);
    await page.click('#tidy');
    await page.click('#why');
    await page.waitForSelector('#told h3');
    await page.done();
  },

  async 'files are dropped, records are saved and shared'() {
    const page = await fresh('#play?n=4');
    await verified(page);
    const drop = (name, bytes) => page.evaluate(([called, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], called));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, [...bytes]]);
    await drop('game.txt', Buffer.from('# a record\n3: 1-4-2; 2-5-3\n'));
    await page.waitForFunction(() => document.querySelector('#hoey').value.startsWith('3: 1-4-2; 2-5-3'));
    await verified(page);
    await settled(page);
    await page.click('#record summary');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const saved = await readFile(await download.path(), 'utf8');
    await page.click('#share');
    await page.waitForFunction(() => /copied/.test(document.querySelector('#status').textContent) || document.querySelector('#told a'));
    const shared = await page.$('#told a');
    if (shared) assert.match(await shared.getAttribute('href'), /#play\?r=3%3A/);
    await page.fill('#load-text', saved);
    await page.click('#load');
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
    await drop('mine.bin', await readFile(join(DIST, 'proofs/normal-04.bin')));
    await page.waitForSelector('#check-list li[data-verdict=verified]');
    await page.evaluate(() => { location.hash = 'proof'; });
    await page.waitForSelector('#proof-body .large .picture');
    await drop('mine.bin', await readFile(join(DIST, 'proofs/misere-07.bin')));
    await page.waitForFunction(() => /sprouts 7 misere/.test(document.querySelector('#proof-body').textContent));
    await page.done();
  },

  async 'texts have contrast'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await fresh('', { colorScheme });
      for (const hash of ['play', 'proof', 'check', 'results']) {
        await page.evaluate((name) => { location.hash = name; }, hash);
        await page.waitForSelector({ play: '#badge.good', proof: '.options, .large .picture', check: '#check-published', results: '.plot .dot' }[hash]);
        const faint = await page.evaluate(() => {
          const channels = (text) => text.match(/[\d.]+/g).map(Number);
          const light = (rgb) => [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => sum + part * (rgb[at] / 255 <= 0.03928 ? rgb[at] / 255 / 12.92 : ((rgb[at] / 255 + 0.055) / 1.055) ** 2.4), 0);
          const ground = (node) => {
            for (let up = node; up; up = up.parentElement) {
              const rgb = channels(getComputedStyle(up).backgroundColor);
              if (rgb.length === 3 || rgb[3] === 1) return rgb;
            }
            return channels(getComputedStyle(document.body).backgroundColor);
          };
          const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
          return [...document.querySelectorAll('body *')].filter((node) => node instanceof HTMLElement && node.offsetParent && own(node) && !node.closest(':disabled, svg')).map((node) => {
            const [a, b] = [light(channels(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
            return [(a + 0.05) / (b + 0.05), node.outerHTML.slice(0, 100)];
          }).filter(([ratio]) => ratio < 4.5);
        });
        assert.deepEqual(faint, [], `${colorScheme} #${hash}`);
      }
      await page.done();
    }
  },

  async 'by night'() {
    const page = await fresh('#play?n=7', { colorScheme: 'dark' });
    await verified(page);
    await anyMove(page, generator(3));
    await answered(page, 0);
    await shot(page, 'night');
    await page.done();
  },

  async 'the first load is small'() {
    const page = await fresh();
    let bytes = 0;
    page.on('response', async (response) => { bytes += (await response.body().catch(() => [])).length; });
    await page.reload({ waitUntil: 'networkidle' });
    await verified(page);
    console.log(`  the first load has ${bytes} bytes`);
    assert.ok(bytes < 1_000_000, `${bytes} bytes`);
    await page.done();
  },
};

const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, test] of Object.entries(TESTS)) {
  if (wanted.length && !wanted.some((part) => name.includes(part))) continue;
  const begin = performance.now();
  try {
    await test();
    console.log(`ok    ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}`);
    for (const context of browser.contexts()) {
      if (SHOTS) await context.pages()[0]?.screenshot({ path: join(SHOTS, `failed-${failed}.png`) }).catch(() => {});
      console.log(context.pages()[0]?.faults ?? '');
      await context.close();
    }
  }
}
await browser.close();
server.close();
process.exit(failed ? 1 : 0);

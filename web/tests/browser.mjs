// The page in a real browser: games by pointer events and by keyboard, refused sketches, files of all kinds, phone and desk.
//
//   node browser.mjs [name of a test …]     SHOTS=folder keeps screenshots

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { DIST, serve } from './server.mjs';

const SHOTS = process.env.SHOTS;
if (SHOTS) await mkdir(SHOTS, { recursive: true });
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

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

const shot = async (page, name, options = {}) => SHOTS && page.screenshot({ path: join(SHOTS, `${name}.png`), ...options });
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
    // What the last sketch left is taken away, so that the next verdict can be told from it.
    await page.evaluate(() => { document.querySelector('#status').className = 'status'; });
    const r = Math.max(a.r, 9);
    const loop = [a, { x: a.x + 3 * r, y: a.y - 2 * r }, { x: a.x, y: a.y - 4 * r }, { x: a.x - 3 * r, y: a.y - 2 * r }, a];
    const middle = { x: (a.x + b.x) / 2 + (b.y - a.y) * 0.25, y: (a.y + b.y) / 2 - (b.x - a.x) * 0.25 };
    for (const way of a.n === b.n ? [loop] : [[a, b], [a, middle, b]]) {
      await drag(page, way);
      await page.waitForTimeout(60);
      await page.waitForFunction((count) => document.querySelectorAll('#moves li').length > count || /wrong/.test(document.querySelector('#status').className) || !document.querySelector('#chooser').hidden, before, { timeout: 20_000 });
      if ((await moves(page)) > before) return true;
      if (/several ways/.test(await status(page))) {
        await page.click('#chooser button');
        return true;
      }
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
    if (wise) {
      await takeHint(page);
    } else if ((await anyMove(page, random)) === 'drawn') drawn++;
    await page.waitForTimeout(120);
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
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 2);
    await settled(page);
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
    await settled(page);
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
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
    await settled(page);
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
        await page.waitForFunction((count) => document.querySelectorAll('#moves li').length >= count, 2 * turn + 2);
        await settled(page);
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
    await page.waitForTimeout(SHOTS ? 2500 : 0);
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
      await page.waitForTimeout(1500);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `#${hash} is ${wide} pixels too wide`);
      await shot(page, `phone-${hash}`);
    }
    await page.evaluate(() => { location.hash = 'play'; });
    const [one, two] = await spots(page);
    await page.touchscreen.tap(one.x, one.y);
    await page.touchscreen.tap(two.x, two.y);
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
    await page.done();
  },

  async 'by night'() {
    const page = await fresh('#play?n=7', { colorScheme: 'dark' });
    await verified(page);
    await anyMove(page, generator(3));
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
    await settled(page);
    await shot(page, 'night');
    await page.done();
  },

  async 'the first load is small'() {
    const page = await fresh();
    let bytes = 0;
    page.on('response', async (response) => { bytes += (await response.body().catch(() => [])).length; });
    await page.reload();
    await verified(page);
    await page.waitForTimeout(300);
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

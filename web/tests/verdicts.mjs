// The checker in the page and the native one give the same verdicts.
//
//   node verdicts.mjs CHECK FOLDER …     the program, and folders of files (all *.bin in them up to 2 MB)

import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

const LARGEST = 2_000_000;
const [check, ...folders] = process.argv.slice(2);
const files = folders.flatMap((folder) => readdirSync(folder).sort().filter((name) => name.endsWith('.bin')).map((name) => join(folder, name)))
  .filter((path) => statSync(path).size <= LARGEST);

// The verdict of the program: the last line of its output, and its error; and how long it took.
async function native(path) {
  const begin = performance.now();
  const [stdout, stderr] = await new Promise((resolve) => { execFile(check, ['--quiet', '--threads', '1', path], (_, ...texts) => resolve(texts)); });
  const word = { VERIFIED: 'verified', REJECTED: 'rejected', UNCHECKED: 'unchecked' }[stdout.match(/^s (\w+)/m)?.[1]];
  return { verdict: word, lines: [...stdout.matchAll(/^s VERIFIED (.*)$/gm)].map(([, line]) => line), error: stderr.trim().slice(`error: ${path}: `.length), seconds: (performance.now() - begin) / 1000 };
}

const server = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const page = await (await browser.newContext()).newPage();
await page.goto(`${server.url}#check`);
await page.evaluate(async () => {
  const { Checker } = await import('./js/engine.js');
  window.checkers = new Checker();
});

let different = 0;
const tally = {};
const seconds = [0, 0];
for (const path of files) {
  const base64 = readFileSync(path).toString('base64');
  const [here, there] = await Promise.all([page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return window.checkers.verify(bytes);
  }, base64), native(path)]);
  seconds[0] += here.seconds ?? 0;
  seconds[1] += there.seconds;
  if (here.seconds > 5) console.log(`  ${path.split('/').at(-1)}: ${here.seconds.toFixed(1)} s in the page, ${there.seconds.toFixed(1)} s natively`);
  tally[here.verdict] = (tally[here.verdict] ?? 0) + 1;
  const said = here.verdict === 'verified' ? here.lines.join('\n') : here.error;
  const expected = there.verdict === 'verified' ? there.lines.join('\n') : there.error;
  if (here.verdict !== there.verdict || said !== expected) {
    different++;
    console.log(`${path}: the page says ${here.verdict}: ${said}\n  the program says ${there.verdict}: ${expected}`);
  }
}
await browser.close();
server.close();
console.log(`${files.length} files, ${Object.entries(tally).map(([word, count]) => `${count} ${word}`).join(', ')}; ${different} verdicts differ;`,
  `${seconds[0].toFixed(1)} s in the page, ${seconds[1].toFixed(1)} s natively, the start of the program included`);
process.exit(different || !files.length ? 1 : 0);

// A static server for the tests: the page stands in a subfolder, as on a project's site, with the policy in a header too.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

export const DIST = new URL('../dist/', import.meta.url).pathname;
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const FOLDER = '/some/where/';

export async function serve() {
  const server = createServer(async ({ url }, response) => {
    const path = decodeURIComponent(url.split('?')[0]);
    try {
      if (!path.startsWith(FOLDER) || path.includes('..')) throw new Error('outside');
      const name = normalize(path.slice(FOLDER.length)) || 'index.html';
      const body = await readFile(join(DIST, name === '.' ? 'index.html' : name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? (name === '.' ? 'text/html' : 'application/octet-stream') }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}${FOLDER}`, close: () => server.close() };
}

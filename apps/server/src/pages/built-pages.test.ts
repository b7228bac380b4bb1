import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerFailure } from '../http/failures.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { builtPages } from './built-pages.ts';

let folder: ReturnType<typeof temporaryFolder>;
let apps: FastifyInstance[];
beforeEach(() => {
  folder = temporaryFolder();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  folder.remove();
});

function write(name: string, content: string) {
  const file = join(folder.path, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A build whose pages and script say its name. */
function writeBuild(at: string, name: string) {
  write(
    `${at}/server/entry-server.js`,
    `export const createRenderer = (files) => ({ name: '${name}', files });`,
  );
  write(`${at}/client/.vite/manifest.json`, `{"entry":{"file":"assets/${name}.js"}}`);
  write(`${at}/client/assets/${name}.js`, `'${name}'`);
}

function release(name: string) {
  writeBuild(`releases/${name}`, name);
  write('releases/current', name);
}

async function start() {
  const app = fastify();
  app.setErrorHandler(answerFailure);
  const renderer = await builtPages(app, { web: folder.path });
  apps.push(app);
  const get = async (url: string) => {
    const { statusCode, payload, headers } = await app.inject(url);
    return { statusCode, payload, caching: headers['cache-control'] };
  };
  return { renderer, get };
}

test('a process keeps its release while the next one is built and switched to', async () => {
  release('one');
  const running = await start();
  // a build in the making
  write('dist/client/.vite/manifest.json', '{"half":');
  expect(await running.get('/assets/one.js')).toMatchObject({ statusCode: 200, payload: `'one'` });

  writeBuild('dist', 'two');
  release('two');
  expect(running.renderer).toMatchObject({ name: 'one' });
  expect(await running.get('/assets/one.js')).toMatchObject({ statusCode: 200 });
  expect((await start()).renderer).toMatchObject({
    name: 'two',
    files: { entry: { file: 'assets/two.js' } },
  });
});

test('the scripts of the other release are there, before and after an update', async () => {
  release('one');
  const former = await start();
  release('two');
  const updated = await start();
  const lasting = { statusCode: 200, caching: 'public, max-age=31536000, immutable' };
  // visitors of a page that was loaded before the update
  expect(await updated.get('/assets/one.js')).toMatchObject(lasting);
  // visitors of a page that came from an updated process
  expect(await former.get('/assets/two.js')).toMatchObject(lasting);
});

test('what no release has is 404, and nothing outside of the assets can be read', async () => {
  release('one');
  write('releases/one/client/assets/.hidden.js', '1');
  const { get } = await start();
  for (const name of ['none.js', '.hidden.js', '..%2f.vite%2fmanifest.json', 'one.js%00', 'one']) {
    expect(await get(`/assets/${name}`), name).toMatchObject({ statusCode: 404 });
  }
});

test('without a release the build itself is served, and without both the start says what to do', async () => {
  writeBuild('dist', 'built');
  expect((await start()).renderer).toMatchObject({ name: 'built' });
  rmSync(join(folder.path, 'dist'), { recursive: true });
  await expect(start()).rejects.toThrow('The site is not built; run npm run build first.');
});

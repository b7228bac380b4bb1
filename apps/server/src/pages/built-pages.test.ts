import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerFailure } from '../http/failures.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';
import { serveBuiltPages } from './built-pages.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let apps: FastifyInstance[];
beforeEach(() => {
  folder = makeTemporaryFolder();
  apps = [];
  writeAdminBuild('admin/dist', 'posts');
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

function writeBuild(at: string, name: string) {
  write(
    `${at}/server/entry-server.js`,
    `export const createRenderer = (files) => ({ name: '${name}', files });`,
  );
  write(`${at}/client/.vite/manifest.json`, `{"entry":{"file":"assets/${name}.js"}}`);
  write(`${at}/client/assets/${name}.js`, `'${name}'`);
}

function writeAdminBuild(at: string, name: string) {
  write(
    `${at}/client/.vite/manifest.json`,
    `{"src/routes/admin/${name}.tsx?tsr-split=component":{"file":""}}`,
  );
  write(`${at}/client/assets/admin-${name}.js`, `'${name}'`);
  for (const page of ['index.html', 'sign-in.html']) write(`${at}/client/${page}`, `${page} of ${name}`);
}

function release(name: string) {
  writeBuild(`web/releases/${name}`, name);
  write('web/releases/current', name);
}

async function start() {
  const app = fastify();
  app.setErrorHandler(answerFailure);
  const { renderer, admin } = await serveBuiltPages(app, { apps: folder.path });
  apps.push(app);
  const get = async (url: string) => {
    const { statusCode, payload, headers } = await app.inject(url);
    return { statusCode, payload, caching: headers['cache-control'], etag: headers.etag };
  };
  return { renderer, admin, get };
}

test('a process keeps its release while the next one is built and switched to', async () => {
  release('one');
  const running = await start();
  write('web/dist/client/.vite/manifest.json', '{"half":');
  expect(await running.get('/assets/one.js')).toMatchObject({ statusCode: 200, payload: `'one'` });

  writeBuild('web/dist', 'two');
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
  const lasting = { statusCode: 200, caching: 'public, max-age=31536000, immutable', etag: undefined };
  // For pages that were loaded before the update
  expect(await updated.get('/assets/one.js')).toMatchObject(lasting);
  // For pages that came from an updated process
  expect(await former.get('/assets/two.js')).toMatchObject(lasting);
});

test('what no release has is 404, and nothing outside of the assets can be read', async () => {
  release('one');
  write('web/releases/one/client/assets/.hidden.js', '1');
  const { get } = await start();
  for (const name of ['none.js', '.hidden.js', '..%2f.vite%2fmanifest.json', 'one.js%00', 'one']) {
    expect(await get(`/assets/${name}`), name).toMatchObject({ statusCode: 404 });
  }
});

test('without a release the build itself is served, and without both the start says what to do', async () => {
  writeBuild('web/dist', 'built');
  expect((await start()).renderer).toMatchObject({ name: 'built' });
  rmSync(join(folder.path, 'web/dist'), { recursive: true });
  await expect(start()).rejects.toThrow('The site is not built; run npm run build first.');
});

test('the pages and scripts of the admin area are served beside those of the site', async () => {
  release('one');
  writeAdminBuild('admin/releases/two', 'news');
  write('admin/releases/current', 'two');
  const { admin, get } = await start();
  expect(admin.files).toEqual(['src/routes/admin/index.tsx', 'src/routes/admin/news.tsx']);
  expect(await admin.html('sign-in.html', '/admin/login', undefined)).toBe('sign-in.html of news');
  expect(await get('/assets/admin-news.js')).toMatchObject({ statusCode: 200, payload: `'news'` });
  expect(await get('/index.html')).toMatchObject({ statusCode: 404 });
});

test('the page of a screen names the scripts that it needs besides those of every page', async () => {
  release('one');
  write(
    'admin/dist/client/.vite/manifest.json',
    JSON.stringify({
      'index.html': { file: 'assets/core.js' },
      _lists: { file: 'assets/lists.js', imports: ['index.html'] },
      'src/routes/admin/posts.tsx?tsr-split=component': {
        file: 'assets/posts.js',
        imports: ['index.html', '_lists'],
      },
    }),
  );
  write('admin/dist/client/index.html', '<head><script src="/assets/core.js"></script></head>');
  const { admin } = await start();
  const html = async (file: string) =>
    admin.html('index.html', '/admin', { file: `src/routes/admin/${file}.tsx`, pattern: '' });
  const named = async (file: string) => [...(await html(file)).matchAll(/modulepreload.*?href="([^"]+)"/g)];
  expect((await named('posts')).map(([, address]) => address)).toEqual([
    '/assets/posts.js',
    '/assets/lists.js',
  ]);
  expect(await named('index')).toEqual([]);
});

import type { RequestListener } from 'node:http';
import { zipSync } from 'fflate';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startBackground } from '../../../background/background.ts';
import { retryRulesByWork } from '../../../composition/background.ts';
import { importTargets } from '../../../composition/resources.ts';
import { sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';
import { startHttp } from '../../../testing/stand-ins/http-server.ts';
import { makeImageRenderer } from '../../platform/uploads/image.ts';
import { makeImportWork } from './import-runner.service.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
let manner: RequestListener;
let asked: string[] = [];
let post = 0;

const picture = await makePlainImage('jpeg', { width: 40, height: 30 });
const site = await startHttp((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/good.jpg') response.end(picture);
  else manner(request, response);
});
const work = makeImportWork(
  t.jobContext,
  importTargets,
  { renderImage: makeImageRenderer(), retries: retryRulesByWork.imports },
  {
    // Only the old site, so that every other address meets the guard
    allowsPrivate: ({ origin }) => origin === site.origin,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    // The good picture must come in time on a busy machine
    timeoutMs: 5000,
  },
);
const background = startBackground({ ...t.jobContext(), work: [work], pollMs: 20 });
afterAll(async () => {
  await background.close();
  await site.close();
});
beforeEach(() => {
  asked = [];
  manner = (_, response) => void response.writeHead(404).end();
});

/** Imports a post with a good picture and the bad ones. Returns what was left out. */
async function importWith(bad: string[], uploads?: Record<string, Uint8Array>) {
  post += 1;
  const addresses = [`${site.origin}/good.jpg`, ...bad];
  const content = addresses.map((address) => `<p>Text <img src="${address}"></p>`).join('');
  const { id } = await sendImport(t, {
    kind: 'wordpress',
    file: writeWordPressExport({
      base: site.origin,
      items: [{ id: post, title: `Attack ${post}`, content }],
    }),
    uploads: uploads && Buffer.from(zipSync(uploads)),
  });
  const { imports } = t.office.admin;
  await imports.commit.mutate({ id, hash: (await imports.plan.query({ id })).hash });
  const status = await vi.waitFor(
    async () => {
      const found = await imports.status.query({ id });
      expect(found.state).not.toBe('running');
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(status).toMatchObject({ state: 'done', items: [{ type: 'post', created: 1 }] });
  const [stored] = await t.sql<{ content: string }>('select content from posts where title = ?', [
    `Attack ${post}`,
  ]);
  expect(stored?.content.match(/<img src="[^"]+"/g)).toEqual([
    expect.stringMatching(/^<img src="\/uploads\/[\da-f]{32}-40x30-/),
  ]);
  return status.leftOut;
}

test('a picture of the zip that unpacks to more than 10 MB is left out, and the others are stored', async () => {
  const bomb = `${site.origin}/wp-content/uploads/2024/bomb.jpg`;
  const unpacked = Buffer.concat([picture, Buffer.alloc(11_000_000)]);
  expect(await importWith([bomb], { 'uploads/2024/bomb.jpg': unpacked })).toEqual([
    { what: 'Pictures: Answered 404', count: 1, titles: [bomb] },
  ]);
});

test('a server that stalls in the middle of a picture is given up, and after three times not asked', async () => {
  manner = (_, response) => {
    response.writeHead(200, { 'content-length': picture.length }).write(picture.subarray(0, 100));
  };
  const stalling = Array.from({ length: 12 }, (_, at) => `${site.origin}/${at}.jpg`);
  expect(await importWith(stalling)).toEqual([
    { what: 'Pictures: The server does not answer', count: stalling.length, titles: expect.any(Array) },
  ]);
  expect(asked.length).toBeLessThan(stalling.length);
});

test('a picture that is redirected to a private address is left out, and nothing there is asked', async () => {
  const inside = await startHttp((request, response) => {
    asked.push(`inside ${request.url}`);
    response.end(picture);
  });
  const { port } = new URL(inside.origin);
  const targets = [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
    'https://[::1]/',
    'https://rebound.example/',
  ];
  manner = (request, response) => {
    const location = targets[Number(request.url?.slice(1, 2))];
    response.writeHead(302, { location }).end();
  };
  const moved = targets.map((_, at) => `${site.origin}/${at}.jpg`);
  const [note, ...others] = await importWith(moved);
  expect(others).toEqual([]);
  expect(note).toMatchObject({
    what: 'Pictures: This address does not lead to the public internet',
    count: targets.length,
  });
  expect(asked.filter((path) => path.startsWith('inside'))).toEqual([]);
  await inside.close();
});

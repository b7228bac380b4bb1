import { setTimeout as sleep } from 'node:timers/promises';
import { importPath } from '@institute/contract/imports.constants';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttp } from '../../../testing/http-server.ts';
import { plainImage } from '../../../testing/images.ts';
import { startKilledInTurns } from '../../../testing/killed-in-turns.ts';
import { wordPressExport } from '../../../testing/wordpress-export.ts';

const KILLS = 20;
/** In each file, with a picture each. */
const POSTS = 6;
const PICTURE_MS = 40;
/** The kill comes at another moment, while pictures are fetched, or while the posts are stored. */
const LATEST_MS = 500;
const soon = { timeout: 120_000, interval: 100 };

test(`killed ${KILLS} times while it runs, an import stores all or nothing, and twice the same doubles nothing`, async () => {
  const picture = await plainImage('jpeg', { width: 400, height: 300 });
  const site = await startHttp(async (_, response) => {
    await sleep(PICTURE_MS);
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
  });
  onTestFinished(() => site.close());
  const product = await startKilledInTurns({ IMPORT_ALLOW_PRIVATE: 'true' });
  onTestFinished(product.close);
  const count = async (from: string) => {
    const [row] = await product.sql<{ count: number }>(`select count(*)::int as count from ${from}`);
    return row?.count;
  };
  const exported = (turn: number) =>
    wordPressExport({
      base: site.origin,
      items: Array.from({ length: POSTS }, (_, index) => ({
        id: turn * POSTS + index + 1,
        title: `Post ${turn}.${index}`,
        content: `<p>Text <img src="${site.origin}/${turn}-${index}.jpg"></p>`,
      })),
    });
  const send = async (turn: number) => {
    const form = new FormData();
    form.append('file', new Blob([exported(turn)]), 'export.xml');
    form.append('kind', 'wordpress');
    const { body } = await product.sendForm<{ id: number }>(importPath, form);
    const plan = await product.ask<{ hash: string; create: number; unchanged: number }>('imports.plan', body);
    return { ...body, ...plan };
  };

  let runsEnded = 0;
  for (let turn = 0; turn < KILLS; turn += 1) {
    const { id, hash } = await send(turn);
    await product.call('imports.commit', { id, hash });
    await product.killAfter((turn * 97) % LATEST_MS);
    await product.waitForDatabase();
    const stored = await count(`posts where title like 'Post ${turn}.%'`);
    expect([0, POSTS]).toContain(stored);
    if (stored === POSTS) runsEnded += 1;
    // As if its lease were over
    await product.sql(`update imports set next_try_at = now() where state = 'running'`);
    await vi.waitFor(async () => expect(await count(`imports where state = 'running'`)).toBe(0), soon);
    expect(await count(`posts where title like 'Post ${turn}.%'`)).toBe(POSTS);
  }
  expect(runsEnded).toBeLessThan(KILLS);
  expect(await count(`imports where state = 'done'`)).toBe(KILLS);
  expect(await count('import_pictures where upload is null')).toBe(0);
  for (let turn = 0; turn < KILLS; turn += 1)
    expect(await send(turn)).toMatchObject({ create: 0, unchanged: POSTS });
  expect(await count('posts')).toBe(KILLS * POSTS);
}, 1_200_000);

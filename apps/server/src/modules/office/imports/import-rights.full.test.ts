import { afterAll, expect, test, vi } from 'vitest';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { startHttp } from '../../../testing/stand-ins/http-server.ts';

const t = await useTestApp({ IMPORT_ALLOW_PRIVATE: 'true', SEED_DEMO: 'false' });
const picture = await makePlainImage('jpeg', { width: 400, height: 300 });
/** The site of the pictures answers when this settles. */
let gate = Promise.withResolvers<void>();
let asked = 0;
const site = await startHttp((_, response) => {
  asked += 1;
  void gate.promise.then(() => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
});
await t.app.listen({ port: 0, host: '127.0.0.1' });
await t.signIn();
const { accounts } = t.office.admin;
afterAll(() => site.close());

test.each([
  ['is deactivated', (id: number) => accounts.setActive.mutate({ id, isActive: false })],
  ['loses the right to content', (id: number) => accounts.setRights.mutate({ id, rights: ['fees'] })],
  ['loses the right to fees', (id: number) => accounts.setRights.mutate({ id, rights: ['content'] })],
])('an import whose account %s while it runs stores nothing more', async (name, lose) => {
  gate = Promise.withResolvers<void>();
  const before = asked;
  const email = `${name.replaceAll(' ', '-')}@imports.example`;
  const { user } = await t.given.account(email);
  await accounts.setRights.mutate({ id: user.id, rights: listRightsBut('health') });
  const heading = 'Name,Description,Duration,Schedule,Price,Image URL,Image Alt';
  const rows = [1, 2].map(
    (n) => `Pottery ${n},Text,A year,Mon,5000,${site.origin}/${name.length}-${n}.jpg,A wheel`,
  );
  const { id } = await sendImport(t, { kind: 'programs', file: [heading, ...rows].join('\n') });
  const { imports } = t.as(email).admin;
  const { hash } = await imports.plan.query({ id });
  await imports.commit.mutate({ id, hash });
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before), { timeout: 20_000 });
  await lose(user.id);
  gate.resolve();
  expect(await finishImport(t, id)).toMatchObject({
    state: 'failed',
    error: 'The account that began this import has lost rights since',
  });
  expect(await t.sql('select id from programs')).toEqual([]);
  expect(await t.sql('select id from uploads')).toEqual([]);
});

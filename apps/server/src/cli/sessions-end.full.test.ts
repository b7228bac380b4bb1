import { afterAll, expect, test } from 'vitest';
import { isLive } from '../testing/app/sessions.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';

const folder = makeTemporaryFolder();
const t = await useTestApp();
afterAll(() => folder.remove());

test('sessions:end signs everybody out while the product runs, and is recorded', async () => {
  const jane = await t.signIn('jane@example.org');
  const john = await t.signIn('john@example.org');
  const ended = await runCommand('sessions-end', [], {
    DATA_DIR: folder.path,
    DATABASE_URL: toDatabaseUrl(t.db.connection),
    AUTH_SECRET: 'x'.repeat(32),
  });
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Every session has ended: /) });
  expect([await isLive(t, jane.token), await isLive(t, john.token)]).toEqual([false, false]);
  const { token } = await t.signIn('jane@example.org');
  const { items } = await t.withToken(token).admin.activity.list.query({ limit: 2 });
  expect(items[1]).toMatchObject({ description: 'Ended all sessions from the command line', user: null });
});

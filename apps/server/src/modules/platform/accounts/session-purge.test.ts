import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLive } from '../../../testing/app/sessions.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { purgeEndedSessions } from './session.service.ts';

const t = await useTestApp();

const DAY = 24 * 60 * 60 * 1000;

test('removes ended sessions with their refresh tokens', async () => {
  const em = t.em();
  const { token } = await t.signIn();
  const [account] = await em.execute<{ id: number }[]>('select id from accounts');
  const now = Date.now();
  const at = (days: number) => new Date(now + days * DAY);
  for (const [expires, ended] of [
    [at(-1), null],
    [at(1), at(-31)],
    [at(1), at(-29)],
  ]) {
    const id = randomUUID();
    await em.execute(
      'insert into sessions (id, account_id, created_at, expires_at, ended_at) values (?, ?, ?, ?, ?)',
      [id, account?.id, at(-40), expires, ended],
    );
    await em.execute('insert into refresh_tokens (hash, session_id, created_at) values (?, ?, ?)', [
      id,
      id,
      at(-40),
    ]);
  }

  const ctx = t.jobContext(() => new Date(now));
  for (const _ of [1, 2]) await purgeEndedSessions(ctx);
  const [left] = await em.execute('select count(*)::int as sessions from sessions');
  const [tokens] = await em.execute('select count(*)::int as tokens from refresh_tokens');
  expect({ ...left, ...tokens }).toEqual({ sessions: 2, tokens: 2 });
  expect(await isLive(t, token)).toBe(true);
});

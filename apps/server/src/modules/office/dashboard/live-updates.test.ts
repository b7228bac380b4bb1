import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { patience } from '../../../testing/app/patience.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const programId = (await t.given.program()).id;
const addressOf = (app: FastifyInstance) => app.listen({ port: 0, host: '127.0.0.1' });
const address = await addressOf(t.app);
const ask = (token: string | undefined, at = address) =>
  fetch(`${at}/api/trpc/stats.changes`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

/** `heard` resolves with the next notice, `ended` with the rest when the stream ends. */
async function dashboard(token: string, at?: string) {
  const { status, headers, body } = await ask(token, at);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (until: (text: string) => boolean): Promise<string> => {
    for (let text = ''; ; ) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      text += value ?? '';
      if (done || until(text)) return text;
    }
  };
  return {
    status,
    headers,
    heard: () => read((text) => text.includes('"changed"')),
    ended: () => read(() => false),
    leave: () => reader?.cancel(),
  };
}

test('sends an event at once, and after each registration or action of the office', async () => {
  const { token } = await t.given.account();
  const stream = await dashboard(token);
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await stream.heard()).toContain('"changed"');

  await t.given.registration({ programId });
  expect(await stream.heard()).toContain('data: "changed"');
  await requireSuccess(
    t.office.api.programs.update({ params: { id: programId }, body: { name: 'Weaving' } }),
  );
  expect(await stream.heard()).toContain('data: "changed"');
  await stream.leave();
});

test('sends an event after an activity on another replica', async () => {
  const { config, db } = t;
  const other = await buildApp({ ...patience, config, db, withPages: false });
  const { token } = await t.given.account();
  const stream = await dashboard(token, await addressOf(other));
  await stream.heard();
  await t.given.registration({ programId });
  expect(await stream.heard()).toContain('"changed"');

  const over = stream.ended();
  await other.close();
  expect(await over).not.toContain('return');
});

test.each<[string, (token: string, email: string) => unknown]>([
  ['signed out', (token) => t.withToken(token).api.session.logout()],
  [
    'was deactivated',
    (_, email) =>
      t.em().getConnection().execute('update accounts set deactivated_at = now() where email = ?', [email]),
  ],
  ['has a bearer that has run out', () => t.wait(15 * 60_000)],
])('the stream of an account that %s ends', async (what, end) => {
  const email = `${what.replaceAll(' ', '.')}@example.org`;
  const { token } = await t.signIn(email);
  const stream = await dashboard(token);
  await stream.heard();
  await end(token, email);
  await t.given.registration({ programId });
  expect(await stream.ended()).not.toContain('return');
});

test.each<[string, string | undefined]>([
  ['no bearer', undefined],
  ['a wrong bearer', 'abc'],
])('a stream with %s is answered 401, so that the browser renews its bearer', async (_, token) => {
  const answer = await ask(token);
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await answer.text()).toContain('"code":"UNAUTHENTICATED"');
});

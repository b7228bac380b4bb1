import { randomUUID } from 'node:crypto';
import { apiPrefix } from '@institute/contract/api.constants';
import { expect, test, vi } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../app/answers.ts';
import { makeFormPost } from '../app/form-site.ts';
import { freezeClock } from '../app/frozen-clock.ts';
import { message } from '../app/sample-bodies.ts';
import { type TestApp, useTestAppPerTest } from '../app/test-app.ts';

freezeClock();
const t = useTestAppPerTest({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });

const POSTS = 70;
/** So many posts without a token of one network pass in ten minutes. */
const MOST = 60;
/** So many emails about unread messages does the office get. */
const MAILED = 30;
const PEOPLE = 40;
/** The token is valid after this time. */
const WRITING_MS = 2000;
const advert =
  'Cheap loans for everybody, no questions asked! Call us today and get your money tomorrow. No. ';

const asBrowser = (from: string) => ({ 'x-forwarded-for': from, origin: t.config.publicUrl });
const write = (text: string, from: string, token?: string) =>
  t.visitor.api.contact.send({
    body: { ...message, email: `${randomUUID()}@example.org`, message: text },
    headers: token ? { 'form-token': token } : {},
    extraHeaders: asBrowser(from),
  });
const tokenFor = async (from: string) => {
  const answer = await t.visitor.api.contact.token({ extraHeaders: asBrowser(from) });
  return answer.status === 201 ? answer.body.data.token : undefined;
};
const ownText = (index: number) =>
  `I finished school in ${index}, and would like to ask about ${randomUUID().replaceAll(/\d/g, 'x')}.`;
const shown = async (category?: 'spam') =>
  (await t.office.admin.contact.list.query({ ...(category && { category }) })).total;
const emails = async () => {
  const sql = "select count(*)::int as count from outgoing_messages where kind = 'contact-message'";
  return (await t.sql<{ count: number }>(sql))[0]?.count;
};

const manyNetworks = (index: number) => `203.0.113.${index}`;
const oneNetwork = () => '203.0.113.1';

/** A network may post thirty times a minute. */
const nextMinute = () => vi.setSystemTime(Date.now() + 61_000);
async function postAll(post: (index: number) => Promise<unknown>) {
  for (let index = 0; index < POSTS; index += 1) {
    if (index % 20 === 0) nextMinute();
    await post(index);
  }
  nextMinute();
}
const useUpNetwork = () => postAll((index) => write(ownText(index), oneNetwork()));

test.each<[string, number, (index: number) => Promise<unknown>]>([
  ['of one text with other names and numbers', 3, (index) => write(advert + index, oneNetwork())],
  ['that never repeats itself', MOST, (index) => write(ownText(index), oneNetwork())],
  [
    'with a token of its own for each, sent at once',
    MOST,
    async (index) => write(ownText(index), oneNetwork(), await tokenFor(oneNetwork())),
  ],
])(
  'of 70 posts of a script in one network, %s, %i reach the inbox and at most 30 the mailbox',
  async (_, most, post) => {
    await postAll(post);
    expect([await shown(), await emails()]).toEqual([most, Math.min(most, MAILED)]);
  },
);

test('of 70 posts from 70 networks with a link to one site, three reach the inbox', async () => {
  await postAll((index) =>
    write(`${ownText(index)} See https://www.loans.example/${index}`, manyNetworks(index)),
  );
  expect([await shown(), await emails()]).toEqual([3, 3]);
});

test('of 70 posts with one token that is old enough, at most sixty and one reach the inbox', async () => {
  const token = await tokenFor(oneNetwork());
  t.wait(WRITING_MS);
  await postAll((index) => write(ownText(index), oneNetwork(), token));
  expect(await shown()).toBeLessThanOrEqual(MOST + 1);
});

test('no message is filed for what other networks send, even of one text', async () => {
  for (let index = 0; index < PEOPLE; index += 1) await write(advert, manyNetworks(index));
  expect([await shown(), await shown('spam'), await emails()]).toEqual([PEOPLE, 0, MAILED]);
});

test('what is stopped is answered as any message, and loses nothing', async () => {
  const answers: { status: number }[] = [];
  await postAll(async (index) => answers.push(await write(ownText(index), oneNetwork())));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect([await shown(), await shown('spam'), await emails()]).toEqual([MOST, 10, MAILED]);
  const listed = async (query: { spam?: boolean; limit?: number }) => {
    const { body } = await requireSuccess(t.office.api.contact.list({ query }));
    return [body.meta.total, ...body.data.map(({ isSpam }) => isSpam)];
  };
  expect(await listed({ limit: 1 })).toEqual([MOST, false]);
  expect(await listed({ spam: false, limit: 1 })).toEqual([MOST, false]);
  expect(await listed({ spam: true })).toEqual([10, ...Array(10).fill(true)]);
  const { headers } = await requireSuccess(t.office.api.contact.list({ query: { spam: true, limit: 1 } }));
  expect(headers.get('link')).toContain('spam=true');
  expect(await readRefusal(t.office.send('GET', '/contact-submissions?spam=yes'))).toMatchObject({
    status: 400,
  });
});

test('none of 25 visitors of a school with one address is stopped', async () => {
  const tokens: (string | undefined)[] = [];
  for (let index = 0; index < 25; index += 1) tokens.push(await tokenFor(oneNetwork()));
  t.wait(WRITING_MS);
  for (let index = 0; index < 25; index += 1) {
    const text = index % 5 === 0 ? 'When is the next intake?' : ownText(index);
    expect((await write(text, oneNetwork(), tokens[index])).status).toBe(201);
    const { status } = await t.visitor.api.newsletter.subscribe({
      body: { email: `pupil-${index}@example.org` },
      extraHeaders: asBrowser(oneNetwork()),
    });
    expect(status).toBe(200);
  }
  expect([await shown(), await shown('spam'), await emails()]).toEqual([25, 0, 25]);
});

test('none of 20 visitors is stopped after a script used up what their network may send without a token', async () => {
  await useUpNetwork();
  const before = await shown();
  for (let visitor = 0; visitor < 20; visitor += 1) {
    const token = await tokenFor(oneNetwork());
    t.wait(WRITING_MS);
    await write(ownText(visitor), oneNetwork(), token);
  }
  expect((await shown()) - before).toBe(20);
});

async function pressed(pages: TestApp['app'], from: string, text: string) {
  const press = (token?: string) => {
    const fields = { ...message, message: text, ...(token && { formToken: token }) };
    return pages.inject(makeFormPost('/contact', fields, { headers: asBrowser(from) }));
  };
  const first = await press();
  const [, token] = /name="formToken"[^>]*value="([^"]+)"/.exec(first.body) ?? [];
  return { isSent: first.headers.location === '/contact?sent=1', pressAgain: () => press(token) };
}

/** Everybody presses at once. After the writing time those who were asked press once more. */
async function waveWithoutScripts(pages: TestApp['app'], from: string[]) {
  const tries = await Promise.all(from.map((address, index) => pressed(pages, address, ownText(index))));
  t.wait(WRITING_MS);
  const again = await Promise.all(
    tries.filter(({ isSent }) => !isSent).map(({ pressAgain }) => pressAgain()),
  );
  for (const { headers } of again) expect(headers.location).toBe('/contact?sent=1');
}

async function waveWithScripts(from: string[]) {
  const tokens = await Promise.all(from.map(tokenFor));
  t.wait(WRITING_MS);
  await Promise.all(from.map((address, index) => write(ownText(index), address, tokens[index])));
}

const WAVE = 20;
const lab = (address: string) => Array<string>(WAVE).fill(address);
const waves = (net: string): string[][] =>
  Array.from({ length: PEOPLE / WAVE }, (_, wave) =>
    Array.from({ length: WAVE }, (_, index) => `${net}.${wave * WAVE + index + 1}`),
  );

test('no message of 80 people and two computer labs in waves of 20 is filed after a script', async () => {
  const pages = await t.openPages();
  await useUpNetwork();
  const before = { inbox: await shown(), spam: await shown('spam') };
  for (const wave of [...waves('198.51.100'), lab(oneNetwork())]) await waveWithoutScripts(pages, wave);
  nextMinute();
  for (const wave of [...waves('192.0.2'), lab(oneNetwork())]) await waveWithScripts(wave);
  expect([(await shown()) - before.inbox, (await shown('spam')) - before.spam]).toEqual([
    2 * (PEOPLE + WAVE),
    0,
  ]);
});

test('a message that was not stored at first is not filed when it is sent again', async () => {
  await useUpNetwork();
  const before = await shown();
  const token = await tokenFor(oneNetwork());
  t.wait(WRITING_MS);
  const sendAgain = () =>
    t.visitor.api.contact.send({
      body: { ...message, message: advert },
      headers: { 'idempotency-key': 'one', ...(token && { 'form-token': token }) },
      extraHeaders: asBrowser(oneNetwork()),
    });
  await t.sql('alter table messages rename to away');
  for (let tries = 0; tries < 5; tries += 1) expect((await sendAgain()).status).toBe(500);
  await t.sql('alter table away rename to messages');
  expect((await sendAgain()).status).toBe(201);
  expect(await shown()).toBe(before + 1);
});

test('a token that was used serves no other message, sent at once or under the key of the first', async () => {
  await useUpNetwork();
  const before = await shown();
  const token = await tokenFor(oneNetwork());
  t.wait(WRITING_MS);
  const sendWith = (key: string) =>
    t.visitor.api.contact.send({
      body: { ...message, message: ownText(1) },
      headers: { 'idempotency-key': key, ...(token && { 'form-token': token }) },
      extraHeaders: asBrowser(oneNetwork()),
    });
  await Promise.all([...Array(10).fill('one'), 'two', 'three', 'two', 'three'].map(sendWith));
  expect(await shown()).toBe(before + 1);
});

test('a token that has expired counts as none', async () => {
  const token = await tokenFor(oneNetwork());
  t.wait(25 * 60 * 60 * 1000);
  await postAll((index) => write(ownText(index), oneNetwork(), token));
  expect(await shown('spam')).toBe(POSTS - MOST);
});

test('a message that was sent again with its key stays what it was', async () => {
  const body = { ...message, message: advert };
  const ids = new Set<number>();
  for (let time = 0; time < 6; time += 1) {
    const call = { body, headers: { 'idempotency-key': 'one' }, extraHeaders: asBrowser(oneNetwork()) };
    ids.add((await readData(t.visitor.api.contact.send(call))).id);
  }
  expect([ids.size, await shown(), await shown('spam')]).toEqual([1, 1, 0]);
});

test('spam is no unread mail, and the office puts among the messages what is none', async () => {
  for (let index = 0; index < 5; index += 1) await write(advert, oneNetwork());
  const { contact } = t.office.admin;
  expect(await contact.unread.query()).toBe(3);
  const [wrong] = (await contact.list.query({ category: 'spam' })).items;
  await contact.notSpam.mutate({ id: wrong?.id ?? 0 });
  expect([await contact.unread.query(), await shown(), await shown('spam')]).toEqual([4, 4, 1]);
  const activities = await t.office.admin.activity.list.query({});
  expect(activities.items[0]).toMatchObject({ description: 'Took a contact message from the spam' });
  await expect(t.visitor.admin.contact.notSpam.mutate({ id: wrong?.id ?? 0 })).rejects.toThrow('sign in');
});

test('no cache keeps a token', async () => {
  const { status, headers } = await t.visitor.api.contact.token();
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect((await t.app.inject({ url: `${apiPrefix}/contact/token` })).statusCode).toBe(405);
});

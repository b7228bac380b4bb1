import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataOf } from '../testing/answers.ts';
import { message } from '../testing/given.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
});
afterEach(() => t.close());

const POSTS = 200;
const MOST = POSTS * 0.05;
const advert =
  'Cheap loans for everybody, no questions asked! Call us today and get your money tomorrow. No. ';

const browser = () => ({ origin: t.config.publicUrl });
const write = (text: string, from: string, headers: Record<string, string> = {}) =>
  t.visitor.api.contact.send({
    body: { ...message, email: `${randomUUID()}@example.org`, message: text },
    extraHeaders: { 'x-forwarded-for': from, ...headers },
  });
const ownText = (index: number) =>
  `I finished school in ${index}, and would like to ask about ${randomUUID().replaceAll(/\d/g, 'x')}.`;
const shown = async (category?: 'spam') =>
  (await t.office.admin.contact.list.query({ ...(category && { category }) })).total;
const emails = async () => {
  const sql = "select count(*)::int as count from emails where kind = 'contact-message'";
  return (await t.db.orm.em.fork().execute<{ count: number }[]>(sql))[0]?.count;
};

test('of 200 posts of one text with other names and numbers, from 200 networks that call themselves browsers, at most 5 % reach the inbox', async () => {
  for (let index = 0; index < POSTS; index += 1) {
    const answer = await write(advert + index, `203.0.113.${index}`, browser());
    expect(answer.status).toBe(201);
  }
  const through = await shown();
  expect(through).toBeLessThanOrEqual(MOST);
  expect([await shown('spam'), await emails()]).toEqual([POSTS - through, through]);
});

test('of 200 posts of a program that never repeats itself, at most 5 % reach the inbox', async () => {
  const statuses = new Set<number>();
  for (let index = 0; index < POSTS; index += 1) {
    statuses.add((await write(ownText(index), '203.0.113.1')).status);
  }
  expect([...statuses].sort()).toEqual([201, 429]);
  expect(await shown()).toBeLessThanOrEqual(MOST);
});

test('none of 50 visitors of a school with one address is stopped', async () => {
  for (let index = 0; index < 25; index += 1) {
    const text = index % 5 === 0 ? 'When is the next intake?' : ownText(index);
    expect((await write(text, '203.0.113.1', browser())).status).toBe(201);
    const { status } = await t.visitor.api.newsletter.subscribe({
      body: { email: `pupil-${index}@example.org` },
      extraHeaders: { 'x-forwarded-for': '203.0.113.1', ...browser() },
    });
    expect(status).toBe(200);
  }
  expect([await shown(), await shown('spam'), await emails()]).toEqual([25, 0, 25]);
});

test('a message that was sent again with its key stays what it was', async () => {
  const body = { ...message, message: advert };
  const ids = new Set<number>();
  for (let time = 0; time < 6; time += 1) {
    const call = { body, headers: { 'idempotency-key': 'one' }, extraHeaders: browser() };
    ids.add((await dataOf(t.visitor.api.contact.send(call))).id);
  }
  expect([ids.size, await shown(), await shown('spam')]).toEqual([1, 1, 0]);
});

test('spam is neither unread mail nor lost to programs of the office', async () => {
  for (let index = 0; index < 5; index += 1) await write(advert, '203.0.113.1', browser());
  expect(await t.office.admin.contact.unread.query()).toBe(3);
  expect(await dataOf(t.office.api.contact.list())).toHaveLength(5);
});

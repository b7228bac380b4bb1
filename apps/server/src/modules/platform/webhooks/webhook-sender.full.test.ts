import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formerSecretHours, maxFailingDays, webhookEvents } from '@institute/contract/webhooks.constants';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBackground } from '../../../background/background.ts';
import { retryRulesByWork } from '../../../composition/background.ts';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { loadKeys } from '../../../crypto/data-keys.ts';
import { rotateDataKey } from '../../../database/rotate-data-key.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/stand-ins/webhook-receiver.ts';
import { runInTransaction } from '../../../transaction.ts';
import { claimDeliveries } from './webhook-delivery.service.ts';
import { queueEvents } from './webhook-event.service.ts';
import { makeWebhookSender } from './webhook-sender.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const soon = { timeout: 60_000, interval: 10 };

const t = await useTestApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
let receiver: WebhookReceiver;
let waited = 0;
const senders: ReturnType<typeof startBackground>[] = [];
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  await t.sql('delete from webhooks');
  waited = 0;
});
afterEach(async () => {
  await receiver.close();
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

const now = () => new Date(Date.now() + waited);
const context = () => t.jobContext(now);
const work = () =>
  senders.push(
    startBackground({
      ...context(),
      work: [makeWebhookSender(context, retryRulesByWork.webhooks)],
      pollMs: 10,
    }),
  );
const webhooks = () => t.office.admin.webhooks;
const newWebhook = (url = receiver.url) => webhooks().create.mutate({ url, events: [...webhookEvents] });
const happen = (count = 1, from = 1) =>
  runInTransaction(context(), (tx) =>
    queueEvents(
      tx,
      'registration.created',
      Array.from({ length: count }, (_, at) => ({
        id: from + at,
        reference: `REG-${from + at}`,
        status: 'new' as const,
      })),
    ),
  );
const log = (id: number) => webhooks().deliveries.query({ id });
const first = async (id: number) => (await log(id))[0];
const seen = (condition: () => void | Promise<void>) => vi.waitFor(condition, soon);
/** Moves the clock to the next try. */
async function waitForTry(id: number) {
  const due = Date.parse((await first(id))?.nextTryAt ?? '');
  waited += due - now().getTime();
}
const tried = (id: number, tries: number) =>
  seen(async () => {
    const delivery = await first(id);
    expect([delivery?.tries, delivery?.lastError]).toEqual([tries, expect.any(String)]);
  });

test('an event arrives once, signed as the library of Standard Webhooks checks it', async () => {
  const { id, secret } = await newWebhook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await happen();
  work();
  await seen(async () => expect(await first(id)).toMatchObject({ state: 'delivered', lastStatus: 204 }));

  expect(receiver.received).toHaveLength(1);
  const [{ headers = {}, body = '' } = {}] = receiver.received;
  const data = { id: 1, reference: 'REG-1', status: 'new' };
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    type: 'registration.created',
    data,
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(headers['webhook-id']).toBe((await first(id))?.messageId);
  const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
  expect(() => other.verify(body, headers as Record<string, string>)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
});

test('a rolled back event is not sent', async () => {
  const { id } = await newWebhook();
  const undone = runInTransaction(context(), async (tx) => {
    await queueEvents(tx, 'content.changed', [{ resource: 'posts', id: 1, action: 'created' }]);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await log(id)).toEqual([]);
});

test('is tried again after about 10, 20, 40 s, under the same id and with the same body, for 23 hours', async () => {
  receiver.manner = (response) => void response.writeHead(500).end('busy');
  const { id } = await newWebhook();
  await happen();
  const began = now().getTime();
  work();
  const pauses: number[] = [];
  for (let tries = 1; tries < 14; tries += 1) {
    await tried(id, tries);
    const { nextTryAt, lastTryAt } = (await first(id)) ?? {};
    pauses.push((Date.parse(nextTryAt ?? '') - Date.parse(lastTryAt ?? '')) / SECOND);
    await waitForTry(id);
  }
  await seen(async () =>
    expect(await first(id)).toMatchObject({ state: 'failed', tries: 14, nextTryAt: null }),
  );
  pauses.forEach((pause, at) => {
    expect(pause).toBeGreaterThan(10 * 2 ** at * 0.89);
    expect(pause).toBeLessThan(10 * 2 ** at + 30);
  });
  expect((now().getTime() - began) / HOUR).toBeGreaterThan(20);
  expect((now().getTime() - began) / HOUR).toBeLessThan(24);
  expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(
    1,
  );
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(14);
  expect(await first(id)).toMatchObject({ lastStatus: 500, lastError: 'Answered 500: busy' });
});

test('an owner sends a delivery again under its id, unless it is being sent or the webhook is off', async () => {
  receiver.manner = (response) => void response.writeHead(410).end();
  const { id } = await newWebhook();
  await happen();
  work();
  await seen(async () => expect((await first(id))?.state).toBe('failed'));
  const deliveryId = (await first(id))?.id ?? 0;
  expect(await readRefusal(webhooks().replay.mutate({ deliveryId }))).toMatchObject({ status: 409 });
  await webhooks().update.mutate({ id, isActive: true });

  receiver.manner = (response) => void response.writeHead(200).end();
  expect(await webhooks().replay.mutate({ deliveryId })).toEqual({ id: deliveryId });
  await seen(async () => expect((await first(id))?.state).toBe('delivered'));
  expect(await webhooks().replay.mutate({ deliveryId })).toEqual({ id: deliveryId });
  await seen(() => expect(receiver.received).toHaveLength(3));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

  receiver.manner = () => {};
  await webhooks().replay.mutate({ deliveryId });
  await seen(() => expect(receiver.received).toHaveLength(4));
  expect(await readRefusal(webhooks().replay.mutate({ deliveryId }))).toMatchObject({
    status: 409,
    message: 'This delivery is being sent at this moment',
  });
});

test('410 turns the webhook off: what waits is given up, and who may see it is told', async () => {
  receiver.manner = (response) => void response.writeHead(410).end('not here any more');
  const { id } = await newWebhook();
  await happen();
  work();
  await seen(async () => expect((await webhooks().list.query())[0]).toMatchObject({ state: 'gone' }));
  await happen();
  expect(await log(id)).toMatchObject([{ state: 'failed', lastStatus: 410 }]);

  const { host } = new URL(receiver.url);
  const { attention } = t.office.admin.stats;
  expect((await attention.query()).endedWebhooks).toEqual([{ host, reason: 'gone' }]);
  await t.given.account();
  const { user } = await t.given.account('colleague@example.org');
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'office' });
  const colleague = t.as('colleague@example.org').admin.stats.attention;
  expect((await colleague.query()).endedWebhooks).toEqual([]);
  const { items } = await t.office.admin.activity.list.query({ entityType: 'webhook', limit: 1 });
  expect(items).toMatchObject([
    { user: null, description: `Turned off webhook ${host}: its receiver answered that it is gone` },
  ]);
  await webhooks().update.mutate({ id, isActive: true });
  expect((await attention.query()).endedWebhooks).toEqual([]);
});

test('a webhook that has only failed for days is turned off; one success in between begins the time anew', async () => {
  receiver.manner = (response) => void response.writeHead(500).end();
  const { id } = await newWebhook();
  await happen();
  work();
  await tried(id, 1);
  waited += (maxFailingDays - 1) * 24 * HOUR;
  receiver.manner = (response) => void response.writeHead(200).end();
  await seen(async () => expect((await first(id))?.state).toBe('delivered'));

  receiver.manner = (response) => void response.writeHead(500).end();
  await happen();
  await tried(id, 1);
  waited += 2 * 24 * HOUR;
  await tried(id, 2);
  await happen();
  await tried(id, 1);
  expect((await webhooks().list.query())[0]).toMatchObject({ state: 'active' });
  waited += (maxFailingDays - 2) * 24 * HOUR;
  await seen(async () =>
    expect((await webhooks().list.query())[0]).toMatchObject({ state: 'failing', waiting: 0, failed: 2 }),
  );
});

test('two senders deliver each of 60 events once', async () => {
  const { id } = await newWebhook();
  await happen(60);
  work();
  work();
  await seen(async () => expect((await log(id)).every(({ state }) => state === 'delivered')).toBe(true));
  expect(receiver.received).toHaveLength(60);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
});

test('a delivery of a process that died goes out again after its lease, under the same id', async () => {
  const { id } = await newWebhook();
  await happen();
  const [claimed] = await claimDeliveries(context(), []);
  expect(await claimDeliveries(context(), [])).toEqual([]);
  waited += 30 * SECOND;
  work();
  await seen(async () => expect(await first(id)).toMatchObject({ state: 'delivered', tries: 2 }));
  const messageId = `msg_${claimed?.messageId.replaceAll('-', '')}`;
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([messageId]);
});

test('a receiver that does not answer delays no other one, and gets two requests at once', async () => {
  const silent = await startWebhookReceiver();
  silent.manner = () => {};
  try {
    await newWebhook(silent.url);
    await happen(5);
    const { id } = await newWebhook();
    await happen(5, 6);
    work();
    await seen(async () =>
      expect((await log(id)).map(({ state }) => state)).toEqual(Array(5).fill('delivered')),
    );
    await seen(() => expect(silent.received).toHaveLength(2));
  } finally {
    await silent.close();
  }
});

test('after a new secret both sign for a day, then the new one alone', async () => {
  const { id, secret: former } = await newWebhook();
  const { secret } = await webhooks().rotateSecret.mutate({ id });
  expect(secret).not.toBe(former);
  const check = (key: string, at = receiver.received.length - 1) => {
    const { headers = {}, body = '' } = receiver.received[at] ?? {};
    return () => new Webhook(key).verify(body, headers as Record<string, string>);
  };
  work();
  await webhooks().test.mutate({ id });
  await seen(() => expect(receiver.received).toHaveLength(1));
  expect(check(former)()).toMatchObject({ type: 'webhook.test', data: {} });
  expect(check(secret)).not.toThrow();

  await t.sql(
    `update webhooks set former_secret_until = former_secret_until - interval '${formerSecretHours} hours'`,
  );
  await webhooks().test.mutate({ id });
  await seen(() => expect(receiver.received).toHaveLength(2));
  expect(check(former)).toThrow('No matching signature');
  expect(check(secret)).not.toThrow();
});

test('the secret survives a new data key, and stands nowhere in plain text', async () => {
  const { id, secret } = await newWebhook();
  const em = t.em();
  const rows = await em.execute('select * from webhooks, activities');
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  expect(JSON.stringify(await webhooks().list.query())).not.toMatch(/secret/i);
  const keys = loadKeys(t.config.dataDir);
  await rotateDataKey(t.db.connection, makeColumnSealing(keys), { settledAfterMs: 0 });
  const [{ sealed = '' } = {}] = await em.execute<{ sealed: string }[]>(
    'select secret as sealed from webhooks',
  );
  expect(sealed.startsWith(`${t.config.dataKeys.all()[0].id}.`)).toBe(true);
  work();
  await webhooks().test.mutate({ id });
  await seen(() => expect(receiver.received).toHaveLength(1));
  const [{ headers = {}, body = '' } = {}] = receiver.received;
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();

  await em.execute('update webhooks set secret = null');
  await webhooks().test.mutate({ id });
  await tried(id, 1);
  expect((await first(id))?.lastError).toContain('Make a new secret');
});

test('the receiver of the documentation takes what is signed, and refuses anything else', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/api/webhooks.md'), 'utf8');
  const code = /```js\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
  const here = code.replace('.listen(8080)', '.listen(0, function () { console.log(this.address().port); })');
  expect(here).not.toBe(code);
  const { id, secret } = await newWebhook();
  const example = spawn(process.execPath, ['--input-type=module', '-e', here], {
    cwd: import.meta.dirname,
    env: { ...process.env, INSTITUTE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    example.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await seen(() => expect(said).toMatch(/^\d+\n/));
    const url = `http://127.0.0.1:${said.trim()}/`;
    await webhooks().update.mutate({ id, url });
    await webhooks().test.mutate({ id });
    work();
    await seen(async () => expect(await first(id)).toMatchObject({ state: 'delivered', lastStatus: 204 }));
    await seen(() => expect(said).toContain('webhook.test {}'));
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
  } finally {
    example.kill();
  }
});

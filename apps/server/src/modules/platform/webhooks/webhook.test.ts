import { makeWebhookBody } from '@institute/contract';
import {
  deliveriesKeptDays,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '@institute/contract/webhooks.constants';
import { beforeEach, expect, test, vi } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { donation, registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../transaction.ts';
import { purgeOldDeliveries } from './webhook-delivery.service.ts';

const t = await useTestApp();
let id: number;
beforeEach(async () => {
  await t.sql('delete from webhooks');
  ({ id } = await newWebhook());
});

const webhooks = () => t.office.admin.webhooks;
// An IP address, so that no name server is asked
const url = 'https://8.8.8.8/a-secret-path';
const newWebhook = (input: Partial<Parameters<ReturnType<typeof webhooks>['create']['mutate']>[0]> = {}) =>
  webhooks().create.mutate({ url, events: [...webhookEvents], ...input });
const told = async (type: WebhookEvent, of = id) =>
  (await webhooks().deliveries.query({ id: of, type })).reverse().map(({ body }) => {
    const { data } = makeWebhookBody(type).strict().parse(JSON.parse(body));
    return data;
  });

test('shows its secret once, and lists what it is told', async () => {
  const { id: other, secret } = await newWebhook({
    description: ' The timetable ',
    events: ['donation.paid', 'content.changed'],
  });
  expect(secret).toMatch(/^whsec_/);
  const [listed] = await webhooks().list.query();
  expect(listed).toMatchObject({
    id: other,
    url,
    description: 'The timetable',
    events: ['content.changed', 'donation.paid'],
    state: 'active',
    createdBy: 'office@example.org',
    failingSince: null,
    waiting: 0,
    failed: 0,
  });
  await webhooks().update.mutate({ id: other, description: '', events: ['donation.paid'] });
  expect((await webhooks().list.query())[0]).toMatchObject({
    description: null,
    events: ['donation.paid'],
    url,
  });
  await webhooks().remove.mutate({ id: other });
  expect((await webhooks().list.query()).map((row) => row.id)).toEqual([id]);
  const { items } = await t.office.admin.activity.list.query({ entityType: 'webhook', limit: 3 });
  expect(items.map(({ type, description }) => [type, description])).toEqual([
    ['purge', 'Removed webhook 8.8.8.8'],
    ['update', 'Updated webhook 8.8.8.8'],
    ['create', 'Made webhook 8.8.8.8 for content.changed, donation.paid'],
  ]);
});

test.each([
  ['no address', { url: ' ' }, 'url'],
  ['a path', { url: '/hook' }, 'url'],
  ['another protocol', { url: 'ftp://hooks.example.org' }, 'url'],
  ['an address of this machine', { url: 'https://127.0.0.1:8443/' }, 'url'],
  ['a long address', { url: `https://hooks.example.org/${'a'.repeat(500)}` }, 'url'],
  ['no event', { events: [] }, 'events'],
  ['an unknown event', { events: ['content.changed', 'everything'] as never }, 'events.1'],
  ['a long description', { description: 'a'.repeat(201) }, 'description'],
])('refuses %s, also later', async (_, input, path) => {
  for (const call of [() => newWebhook(input), () => webhooks().update.mutate({ id, ...input })]) {
    const { status, details } = await readRefusal(call());
    expect([status, new Set(details.map((detail) => detail.path))]).toEqual([400, new Set([path])]);
  }
});

test('foreign ids are 404', async () => {
  const id = 99_999;
  for (const call of [
    () => webhooks().update.mutate({ id, isActive: true }),
    () => webhooks().remove.mutate({ id }),
    () => webhooks().rotateSecret.mutate({ id }),
    () => webhooks().test.mutate({ id }),
    () => webhooks().deliveries.query({ id }),
    () => webhooks().replay.mutate({ deliveryId: id }),
  ]) {
    expect(await readRefusal(call())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
});

test('who typed the password lately makes one, moves it, or makes a new secret', async () => {
  const { token } = await t.given.account();
  const em = t.em();
  await em.execute(`update sessions set confirmed_at = now() - interval '11 minutes'`);
  const late = t.withToken(token).admin.webhooks;
  for (const call of [
    () => late.create.mutate({ url, events: ['donation.paid'] }),
    () => late.rotateSecret.mutate({ id }),
    () => late.update.mutate({ id, url: 'https://8.8.4.4/' }),
  ]) {
    expect(await readRefusal(call())).toMatchObject({ code: 'PASSWORD_REQUIRED' });
  }
  await late.update.mutate({ id, url, description: 'The same address' });
  await em.execute('update sessions set confirmed_at = now()');
});

test('there are 20 at most, also when two owners make the last one', async () => {
  for (let made = 1; made < webhookLimits.webhooks - 1; made += 1) await newWebhook();
  const last = await Promise.allSettled([newWebhook(), newWebhook()]);
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readRefusal(newWebhook())).toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('tells of registrations by id, reference and status, and of nothing about the person', async () => {
  const intake = await t.given.intake();
  const body = { ...registration, programId: intake.programId };
  const one = await readData(t.visitor.api.registrations.create({ body }));
  const headers = { 'idempotency-key': 'once' };
  const two = await readData(
    t.visitor.api.registrations.create({ body: { ...body, intakeId: intake.id }, headers }),
  );
  await readData(t.visitor.api.registrations.create({ body: { ...body, intakeId: intake.id }, headers }));
  await readRefusal(t.visitor.api.registrations.create({ body: { ...body, programId: 99_999 } }));
  const of = ({ id, reference }: typeof one, status: string) => ({ id, reference, status });
  expect(await told('registration.created')).toEqual([of(one, 'new'), of(two, 'new')]);

  await requireSuccess(
    t.office.api.registrations.update({ params: { id: one.id }, body: { status: 'accepted' } }),
  );
  await requireSuccess(
    t.office.api.registrations.update({ params: { id: one.id }, body: { note: 'Pays later' } }),
  );
  const { registrations } = t.office.admin;
  const rows = [{ id: two.id, version: 1, status: 'rejected' as const }];
  const changed = await registrations.changeStatuses.mutate({ rows });
  await registrations.undoStatuses.mutate({ rows: changed });
  expect(await told('registration.status_changed')).toEqual([
    of(one, 'accepted'),
    of(two, 'rejected'),
    of(two, 'new'),
  ]);

  const all = JSON.stringify(await t.sql('select * from webhook_deliveries'));
  for (const value of Object.values(registration)) {
    if (typeof value === 'string') expect(all).not.toContain(value);
  }
});

test('tells of every change of content, whoever makes it, and of none that was refused', async () => {
  const { id: item } = await t.given.program();
  const params = { id: item };
  const key = await t.given.apiKey('content:write');
  await requireSuccess(key.api.programs.update({ params, body: { name: 'Weaving' } }));
  await requireSuccess(t.office.api.programs.update({ params, body: { name: 'Weaving' } }));
  await readRefusal(
    t.office.api.programs.update({ params, body: { name: 'Lost' }, headers: { 'if-match': '"old"' } }),
  );
  await requireSuccess(t.office.api.programs.remove({ params }));
  await t.office.admin.trash.restore.mutate({ kind: 'program', id: item });
  await t.office.admin.programs.versions.restore.mutate({ id: item, number: 1 });
  expect(await told('content.changed')).toEqual(
    ['created', 'updated', 'deleted', 'restored', 'updated'].map((action) => ({
      resource: 'programs',
      id: item,
      action,
    })),
  );
  const { institute } = (await t.office.admin.site.get.query()).view;
  await t.office.admin.site.update.mutate({ changes: { institute: { ...institute, name: 'Another' } } });
  expect((await told('content.changed')).at(-1)).toEqual({ resource: 'site', id: null, action: 'updated' });
});

test('tells of a paid donation, and not by whom it was given', async () => {
  const { id: started, txRef } = await t.given.donation();
  expect(await told('donation.paid')).toEqual([]);
  await t.office.admin.donations.markReceived.mutate({ id: started, method: 'cash' });
  expect(await told('donation.paid')).toEqual([
    { id: started, reference: expect.stringMatching(/^RCP-\d{4}-\d{6}$/), status: 'successful' },
  ]);
  const all = JSON.stringify(await t.sql('select * from webhook_deliveries'));
  // The txRef gives access to the receipt
  for (const secret of [donation.email, txRef]) expect(all).not.toContain(secret);
});

test('a webhook gets only the events that were chosen, and none while it is off', async () => {
  const { id: other } = await newWebhook({ events: ['donation.paid'] });
  await t.given.program();
  expect(await told('content.changed', other)).toEqual([]);
  expect(await told('content.changed')).toHaveLength(1);

  await webhooks().update.mutate({ id, isActive: false });
  expect(await webhooks().deliveries.query({ id, state: 'failed' })).toMatchObject([
    { state: 'failed', lastError: 'The webhook was turned off', tries: 0 },
  ]);
  await t.given.program();
  expect(await told('content.changed')).toHaveLength(1);
  expect(await readRefusal(webhooks().test.mutate({ id }))).toMatchObject({ status: 409 });
  await webhooks().update.mutate({ id, isActive: true });
  await webhooks().test.mutate({ id });
  expect(await webhooks().deliveries.query({ id, state: 'waiting' })).toMatchObject([
    { type: 'webhook.test' },
  ]);
});

test('a webhook that is removed at the same moment fails no registration', async () => {
  const { id: programId } = await t.given.program();
  let sent: Promise<unknown> = Promise.resolve();
  await runInTransaction({ em: t.em() }, async (tx) => {
    await tx.em.execute('delete from webhooks where id = ?', [id]);
    sent = readData(t.visitor.api.registrations.create({ body: { ...registration, programId } }));
    await vi.waitFor(
      async () => {
        const waiting = await t.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with%'",
        );
        expect(waiting).toHaveLength(1);
      },
      { timeout: 60_000, interval: 10 },
    );
  });
  expect(await sent).toMatchObject({ reference: expect.any(String) });
});

test('deliveries leave the log after a month, those that wait stay', async () => {
  await t.given.program();
  await t.given.program();
  const em = t.em();
  await em.execute(
    `update webhook_deliveries set state = 'delivered' where id = (select min(id) from webhook_deliveries)`,
  );
  const at = (days: number) => () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const count = async () => (await webhooks().deliveries.query({ id })).length;
  await purgeOldDeliveries(t.jobContext(at(deliveriesKeptDays - 1)));
  expect(await count()).toBe(2);
  await purgeOldDeliveries(t.jobContext(at(deliveriesKeptDays + 1)));
  expect(await count()).toBe(1);
});

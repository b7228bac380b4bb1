import { beforeAll, expect, test } from 'vitest';
import type { AdminClient } from '../../testing/caller.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let office: AdminClient;
beforeAll(async () => {
  office = t.office.admin;
});

test('a failed email shows its reason and can be retried', async () => {
  const [email] = await t.db.orm.em
    .fork()
    .execute<{ id: number }[]>(
      "insert into outgoing_messages (kind, recipient, data, state, tries, last_error) values ('newsletter-welcome', 'x@example.org', '{}', 'parked', 3, 'No such box') returning id",
    );
  const id = email?.id ?? 0;
  expect(await office.emails.failures.query()).toMatchObject([
    { id, state: 'parked', lastError: 'No such box' },
  ]);
  await office.emails.retry.mutate({ id });
  expect(await office.emails.failures.query()).toMatchObject([{ id, state: 'waiting', tries: 0 }]);
  const { items } = await office.activity.list.query({ entityType: 'email', limit: 10, offset: 0 });
  expect(items).toMatchObject([{ type: 'update', entityId: id, description: 'Sent a failed mail again' }]);
});

test('emails are counted by state, and all failed ones are retried at once', async () => {
  const em = t.db.orm.em.fork();
  await em.execute('delete from outgoing_messages');
  await em.execute(
    `insert into outgoing_messages (kind, data, state, last_error, sent_at) values
       ('newsletter-welcome', '{}', 'waiting', null, null), ('newsletter-welcome', '{}', 'waiting', 'Later', null),
       ('newsletter-welcome', '{}', 'parked', 'Never', null), ('newsletter-welcome', '{}', 'sent', null, now()),
       ('newsletter-welcome', '{}', 'sent', null, now() - interval '25 hours')`,
  );
  expect(await office.emails.counts.query()).toEqual({ waiting: 2, failing: 1, parked: 1, sentToday: 1 });
  expect(await office.emails.retryAll.mutate()).toEqual({ count: 2 });
  expect(await office.emails.counts.query()).toMatchObject({ waiting: 3, parked: 0 });
});

test('visitors see no emails', async () => {
  await expect(t.visitor.admin.emails.failures.query()).rejects.toThrow('sign in');
});

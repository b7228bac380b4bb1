import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../database/migrate.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { type SignedIn, useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { runInTransaction } from '../../../transaction.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';
import { AccessLinkEntity } from './account.entity.ts';
import { lockAccounts } from './account.service.ts';
import { deriveLinkToken } from './tokens.ts';

const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };
const t = await useTestApp({ ADMIN_SIGNUP: 'invite' });
const { auth } = t.visitor.admin;
let accounts: AdminClient['accounts'];
let leaver: SignedIn;
beforeEach(async () => {
  await t.sql('truncate accounts, access_links, outgoing_messages cascade');
  accounts = t.withToken((await t.signIn('owner@example.org')).token).admin.accounts;
  leaver = await t.signIn('leaver@example.org');
  await accounts.setRole.mutate({ id: leaver.user.id, role: 'owner' });
});

async function invite(writer: AdminClient['accounts'], email: string): Promise<string> {
  await writer.invite.mutate({ email, role: 'owner' });
  const { id } = await t.em().findOneOrFail(AccessLinkEntity, { email });
  return deriveLinkToken(t.config, id);
}
const byLeaver = (email: string) => invite(t.withToken(leaver.token).admin.accounts, email);
const accept = (token: string) => auth.acceptInvitation.mutate({ token, ...newPassword });

test.each<[string, (id: number) => Promise<unknown>]>([
  ['is deactivated', (id) => accounts.setActive.mutate({ id, isActive: false })],
  ['is no owner any more', (id) => accounts.setRole.mutate({ id, role: 'office' })],
  ['keeps single rights', (id) => accounts.setRights.mutate({ id, rights: ['settings'] })],
])('an invitation ends when its writer %s, for good, and others stay', async (_, change) => {
  const back = await byLeaver('back@example.org');
  const other = await invite(accounts, 'other@example.org');
  await change(leaver.user.id);

  for (const use of [() => auth.invitation.mutate({ token: back }), () => accept(back)])
    expect(await readRefusal(use())).toMatchObject({
      status: 404,
      message: 'This link is not valid any more',
    });
  const { invitations } = await accounts.list.query();
  expect(invitations.map(({ email }) => email)).toEqual(['other@example.org']);
  const log = await t.sql(`select description from activities order by id desc limit 1`);
  expect(log[0]?.description).toMatch(/ an account.*, and ended 1 invitation that it wrote$/);

  await accounts.setActive.mutate({ id: leaver.user.id, isActive: true });
  await accounts.setRole.mutate({ id: leaver.user.id, role: 'owner' });
  expect(await readRefusal(accept(back))).toMatchObject({ status: 404 });
  expect(await accept(other)).toEqual({ email: 'other@example.org' });
});

test('somebody who is removed while he invites invites nobody', async () => {
  let inviting: Promise<unknown> | undefined;
  await runInTransaction(t.jobContext(), async (tx) => {
    await lockAccounts(tx);
    inviting = readRefusal(byLeaver('back@example.org'));
    const waiting = `select from pg_locks where not granted and relation = 'accounts'::regclass`;
    await expect.poll(async () => (await t.sql(waiting)).length).toBeGreaterThan(0);
    await tx.em.execute('update accounts set is_owner = false where id = ?', [leaver.user.id]);
  });
  expect(await inviting).toMatchObject({ status: 403 });
});

test('every owner hears when an invited owner accepts, and who had invited him', async () => {
  const token = await byLeaver('head@example.org');
  const heard = () =>
    t
      .em()
      .find(
        OutgoingMessageEntity,
        { kind: 'new-owner', data: { newOwner: 'head@example.org' } },
        { orderBy: { recipient: 'asc' } },
      );
  expect(await heard()).toEqual([]);
  await accept(token);
  const data = { newOwner: 'head@example.org', madeBy: 'leaver@example.org', isAccepted: true };
  expect(await heard()).toMatchObject([
    { recipient: 'head@example.org', data },
    { recipient: 'leaver@example.org', data },
    { recipient: 'owner@example.org', data },
  ]);
});

const older = `
insert into accounts (email, password_hash, is_owner, rights, deactivated_at) values
  ('owner@example.org', '', true, '{}', null), ('gone@example.org', '', false, '{}', now());
insert into access_links (id, purpose, email, token_hash, rights, created_at, expires_at)
  select gen_random_uuid(), purpose, email, email, '{}', now(), now() + interval '1 day' * days
  from (values ('by-owner@example.org', 'invitation', 7), ('by-gone@example.org', 'invitation', 7),
    ('by-nobody@example.org', 'invitation', 7), ('expired@example.org', 'invitation', 0),
    ('owner@example.org', 'password-reset', 1)) as given (email, purpose, days);
insert into outgoing_messages (kind, channel, recipient, data, state, created_at)
  select 'invitation', 'email', email, json_build_object('linkId', id, 'invitedBy', replace(email, 'by-', '')),
    'sent', now() from access_links where email like 'by-%' and email not like '%nobody%';`;

test('invitations of before stay when the email names an owner as their writer', async () => {
  const { connection, drop } = await createOlderDatabase('0110');
  await query(connection, older);
  await migrate(connection);
  expect(await query(connection, 'select email from access_links order by email')).toEqual([
    { email: 'by-owner@example.org' },
    { email: 'expired@example.org' },
    { email: 'owner@example.org' },
  ]);
  await drop();
});

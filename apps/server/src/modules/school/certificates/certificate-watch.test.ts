import { expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';

const t = await useTestApp();
await t.given.account();
const { user } = await t.given.account('registrar@example.org');
await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'registrar' });
const registrar = t.as('registrar@example.org').admin.certificates;
const owner = t.office.admin.certificates;
const programId = (await t.given.program({ name: 'Tailoring' })).id;
const graduate = (fields: object = {}) => t.given.graduate({ programId, ...fields });

const message = 'At most 60 days back. For an earlier day an owner writes why';

test('a certificate is issued for at most 60 days back, and further by an owner who writes why', async () => {
  const { id } = await graduate();
  const early = { registrations: [{ id }], issuedOn: addDaysToToday(-61) };
  const why = { reason: 'The exam was marked late' };
  for (const call of ['issue', 'preview'] as const) {
    expect(await readRefusal(registrar[call].mutate(early))).toMatchObject({ status: 400 });
    expect(await readRefusal(registrar[call].mutate({ ...early, ...why }))).toMatchObject({
      status: 403,
      details: [{ path: 'issuedOn', message }],
    });
    expect(await readRefusal(owner[call].mutate({ ...early, reason: ' ' }))).toMatchObject({
      status: 400,
      details: [{ path: 'issuedOn', message }],
    });
  }
  const { items } = await owner.issue.mutate({ ...early, ...why });
  const { items: listed } = await owner.list.query({ registrationId: id });
  expect(listed).toMatchObject([{ issuedOn: early.issuedOn, issueReason: why.reason }]);
  await owner.withdraw.mutate({ id: items[0]?.id ?? 0, reason: 'By mistake' });
  const again = await registrar.issue.mutate({ registrations: [{ id }], issuedOn: addDaysToToday(-60) });
  const { items: all } = await owner.list.query({ registrationId: id });
  expect(all).toMatchObject([
    { number: again.items[0]?.number, issueReason: null, reason: null },
    { issueReason: why.reason, reason: 'By mistake' },
  ]);
});

test('owners hear at once of certificates in another name than the registration', async () => {
  const notices = () =>
    t.em().find(OutgoingMessageEntity, { kind: 'certificate-other-name' }, { orderBy: { id: 'asc' } });
  const own = await graduate({ firstName: 'Ann', lastName: 'Nakato' });
  const other = await graduate({ firstName: 'Bo', lastName: 'Okello' });
  const { items } = await registrar.issue.mutate({
    registrations: [{ id: own.id }, { id: other.id, holder: 'Cy Sold' }],
  });
  const [mine, sold] = items;
  const notice = { reference: other.reference, number: sold?.number };
  expect(await notices()).toMatchObject([
    { recipient: 'office@example.org', data: { by: 'registrar@example.org', papers: [notice] } },
  ]);
  const corrected = await owner.correct.mutate({ id: mine?.id ?? 0, holder: 'Di Sold', reason: 'Sold' });
  expect((await notices()).at(-1)).toMatchObject({
    data: { papers: [{ reference: own.reference, number: corrected.number }] },
  });
  await owner.correct.mutate({ id: corrected.id, holder: 'Ann Nakato', reason: 'Back' });
  expect(await notices()).toHaveLength(2);
  const ids = [mine?.id ?? 0, sold?.id ?? 0, corrected.id];
  const log = await t.em().find(ActivityEntity, { entityType: 'certificate', entityId: ids, type: 'create' });
  expect(log.map(({ description }) => description).toSorted()).toEqual(
    [
      `Issued certificate ${mine?.number}`,
      `Issued certificate ${sold?.number}, in another name than the registration`,
      `Issued certificate ${corrected.number}, in another name than the registration`,
    ].toSorted(),
  );
});

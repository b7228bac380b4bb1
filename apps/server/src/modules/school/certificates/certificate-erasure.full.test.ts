import { beforeEach, expect, test, vi } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { downloadPersonCopy } from '../../../testing/app/downloads.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { findTablesWith } from '../../../testing/app/stored.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../transaction.ts';
import { eraseRegistrations } from '../../office/privacy/erasure.service.ts';
import { correctCertificate } from './certificate-issue.service.ts';

const t = useTestAppPerTest();
const email = 'holder@example.org';
beforeEach(async () => void (await t.given.account()));

const issued = () => t.given.certificate({ email, firstName: 'Canary', lastName: 'Bird' });
const read = (code: string) => t.visitor.api.certificates.get({ params: { code } });
const listed = async () => (await t.office.admin.certificates.list.query({})).items;

test('a person is found with the certificates, and the copy holds them', async () => {
  const { number, code } = await issued();
  const { privacy } = t.office.admin;
  expect(await privacy.find.mutate({ person: email })).toMatchObject({
    certificates: [{ number, holder: 'Canary Bird', state: 'valid' }],
  });
  expect((await downloadPersonCopy(t, email)).data).toMatchObject({
    certificates: [{ number, code, holder: 'Canary Bird', issuedOn: expect.any(String) }],
  });
});

test('an erasure takes the name from all certificates of a person, and leaves numbers and days', async () => {
  const { id, number, code } = await issued();
  const { certificates } = t.office.admin;
  const next = await certificates.correct.mutate({
    id,
    holder: 'Canary Right',
    reason: 'The name was wrong.',
  });
  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });

  expect(await findTablesWith(t, 'canary')).toEqual([]);
  expect(await t.sql('select jws from certificates where jws is not null')).toEqual([]);
  const rows = await listed();
  expect(rows.map((row) => [row.number, row.holder, row.state])).toEqual([
    [next.number, null, 'valid'],
    [number, null, 'replaced'],
  ]);
  for (const each of [code, next.code]) {
    expect(await readRefusal(read(each))).toMatchObject({
      status: 404,
      message: "This certificate can no longer be checked, at its holder's wish.",
    });
  }
  const correcting = certificates.correct.mutate({ id: next.id, holder: 'Ann', reason: 'Again' });
  expect(await readRefusal(correcting)).toMatchObject({ status: 409 });
  await certificates.withdraw.mutate({ id: next.id, reason: 'Still possible' });
});

test('retention and the trash keep certificates, which nobody can correct into another person', async () => {
  const { id, registrationId, code } = await issued();
  const params = { id: registrationId };
  await requireSuccess(t.office.api.registrations.remove({ params, body: {} }));
  await t.office.admin.trash.purge.mutate({ kind: 'registration', id: registrationId });
  expect(await readData(read(code))).toMatchObject({ holder: 'Canary Bird', state: 'valid' });
  expect(await listed()).toMatchObject([{ id, holder: 'Canary Bird', registrationId: null }]);

  const second = await issued();
  await runInTransaction(t.jobContext(), (tx) => eraseRegistrations(tx, [second.registrationId]));
  expect(await readData(read(second.code))).toMatchObject({ holder: 'Canary Bird' });
  const corrected = await t.office.admin.certificates.correct.mutate({
    id: second.id,
    holder: 'Canary Bird',
    hours: 12,
    reason: 'The hours were missing.',
  });
  expect(await readData(read(corrected.code))).toMatchObject({ hours: 12 });
});

test('a certificate whose registration is gone is found and erased by its number, with its corrections', async () => {
  const first = await issued();
  const other = await issued();
  await runInTransaction(t.jobContext(), (tx) =>
    eraseRegistrations(tx, [first.registrationId, other.registrationId]),
  );
  const { certificates, privacy } = t.office.admin;
  const correct = (id: number) =>
    certificates.correct.mutate({ id, holder: 'Canary Right', reason: 'The name was wrong.' });
  const second = await correct(first.id);
  const third = await correct(second.id);
  await t.given.message({ name: 'Somebody else' });

  const person = second.number.toLowerCase();
  const found = await privacy.find.mutate({ person });
  expect(found.certificates.map(({ number }) => number)).toEqual([third.number, second.number, first.number]);
  expect(found).toMatchObject({ registrations: [], messages: [], emails: 0 });
  expect(await readRefusal(privacy.find.mutate({ person: 'REG-2027-000101' }))).toMatchObject({
    status: 400,
  });

  const { erased } = await privacy.erase.mutate({ person, confirm: person });
  expect(erased).toContain('3 certificates');
  expect((await listed()).map(({ number, holder }) => [number, holder])).toEqual([
    [third.number, null],
    [second.number, null],
    [other.number, 'Canary Bird'],
    [first.number, null],
  ]);
});

test.each(['its number', 'the address'])(
  'an erasure by %s waits for a correction, which it erases too',
  async (by) => {
    const { id, number } = await issued();
    const person = by === 'its number' ? number : email;
    const isWaiting = () =>
      t.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    const ctx = { ...t.jobContext(), actor: confirmedOwner };
    const erasing = await runInTransaction(ctx, async (tx) => {
      await correctCertificate(tx, { id, holder: 'Canary Right', reason: 'The name was wrong.' });
      const answer = t.office.admin.privacy.erase.mutate({ person, confirm: person });
      await vi.waitFor(async () => expect(await isWaiting()).toHaveLength(1), { timeout: 60_000 });
      return { answer };
    });
    await erasing.answer;
    expect((await listed()).map(({ holder }) => holder)).toEqual([null, null]);
  },
);

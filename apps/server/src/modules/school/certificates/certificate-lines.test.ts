import { toLocalDay } from '@institute/contract/time';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const today = toLocalDay(new Date());
const programId = (await t.given.program({ name: 'Tailoring' })).id;

const certificates = () => t.office.admin.certificates;
const graduate = (fields: object = {}) => t.given.graduate({ programId, ...fields });
const read = (code: string) => t.visitor.api.certificates.get({ params: { code } });
const issued = (fields: object = {}, line: object = {}) =>
  t.given.certificate({ programId, ...fields }, line);

test('what somebody has still to pay is shown to accounts that may know it', async () => {
  const { id } = await graduate();
  const { balance } = await t.office.admin.fees.account.query({ registrationId: id });
  expect(balance).toBeGreaterThan(0);
  const { user } = await t.given.account('desk@example.org');
  const balances = async (email: string) =>
    (await t.as(email).admin.certificates.candidates.mutate({ ids: [id] })).people.map((one) => one.balance);
  for (const mayKeepFees of [true, false]) {
    await t.office.admin.accounts.setRights.mutate({
      id: user.id,
      rights: mayKeepFees ? listRightsBut() : listRightsBut('fees'),
    });
    expect(await balances('desk@example.org')).toEqual([mayKeepFees ? balance : null]);
  }
});

test('somebody without an intake has a start of his own, and the lines of the site are signed', async () => {
  const { site } = t.office.admin;
  const { certificates: stored } = (await site.get.query()).view;
  const second = { secondSignerName: 'Cy Second', secondSignerTitle: 'Head of Studies' };
  await site.update.mutate({ changes: { certificates: { ...stored, ...second } } });
  const { code } = await issued(
    {},
    { from: addDaysToToday(-10), to: addDaysToToday(-1), result: ' With  merit ' },
  );
  await site.update.mutate({ changes: { certificates: stored } });
  const shown = await readData(read(code));
  expect(shown).toMatchObject({
    from: addDaysToToday(-10),
    to: addDaysToToday(-1),
    result: 'With merit',
    ...second,
  });
  const [, payload = ''] = shown.jws.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    frm: addDaysToToday(-10),
    to: addDaysToToday(-1),
    res: 'With merit',
  });
});

test('refuses days and hours that do not agree', async () => {
  const { id } = await graduate();
  const line = { id, from: addDaysToToday(-3), to: addDaysToToday(-2), hours: 49 };
  expect(await readRefusal(certificates().issue.mutate({ registrations: [line] }))).toMatchObject({
    status: 400,
    details: [{ path: 'registrations.0', message: 'At most 48 hours in 2 days' }],
  });
});

test('a correction keeps to the same days and hours', async () => {
  const { id } = await issued({}, { from: addDaysToToday(-3), to: addDaysToToday(-1) });
  const correcting = (line: object) =>
    readRefusal(certificates().correct.mutate({ id, holder: 'Ann', reason: 'Wrong', ...line }));
  expect(await correcting({ to: addDaysToToday(1) })).toMatchObject({ details: [{ path: 'to' }] });
  expect(await correcting({ hours: 73 })).toMatchObject({ details: [{ path: 'hours' }] });
});

test('the register is a CSV of what the list shows, with the reasons that only the office reads', async () => {
  const { id: ours } = await t.given.program({ name: 'Welding' });
  const one = await issued(
    { programId: ours, firstName: 'Ann', lastName: 'Akello' },
    { hours: 40, result: 'Pass' },
  );
  const two = await issued({ programId: ours, firstName: 'Bo', lastName: 'Bird' });
  await certificates().withdraw.mutate({ id: two.id, reason: 'A mistake' });
  const { body, statusCode } = await postTicket(
    t,
    await certificates().exportTicket.mutate({ programId: ours }),
  );
  expect(statusCode).toBe(200);
  expect(parse(body, { bom: true })).toEqual([
    [
      'Number',
      'Code',
      'Name',
      'Program',
      'Hours',
      'From',
      'To',
      'Result',
      'Issued On',
      'Reason for the Day',
      'State',
      'Withdrawn On',
      'Reason',
    ],
    [two.number, two.code, 'Bo Bird', 'Welding', '', '', '', '', today, '', 'withdrawn', today, 'A mistake'],
    [one.number, one.code, 'Ann Akello', 'Welding', '40', '', '', 'Pass', today, '', 'valid', '', ''],
  ]);
});

import { payCode } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, registrations, outgoing_messages cascade');
});

const givenPerson = (firstName: string, lastName: string, phone = '0700 000 009') =>
  t.given.student({ firstName, lastName, phone });
const planReasons = async (...reasons: string[]) => {
  const rows = reasons.map((reason, at) => `${addDaysToToday(-1)},TX${at},5000,"${reason}"`);
  const { lines } = await fees().plan.mutate({
    text: ['Date,Transaction ID,Credit,Narration', ...rows].join('\n'),
  });
  return lines.map(({ state, registrationId, message }) => [state, registrationId ?? message]);
};
const nobody = ['unmatched', 'No pay code and no phone'];

test('a name in the narration is likely when one person has it, in full or with an initial', async () => {
  const ritah = await givenPerson('Ritah', 'Babirye Nakato');
  await givenPerson('Kyaŋŋa', '');
  const likely = ['likely', ritah.id];
  expect(
    await planReasons(
      'DEPOSIT BY RITAH B.',
      'CASH DEP N. RITAH/KAMPALA RD',
      'BABIRYE  RITAH TERM 2',
      'Fees of Ritah Nakato',
      'DEPOSIT BY RITAH',
      'DEPOSIT BY RITAH K.',
      'RITAHB DEPOSIT',
      'B. DEPOSIT FOR SCHOOL BY RITAH',
      'KYANNA DEPOSIT',
    ),
  ).toEqual([likely, likely, likely, likely, nobody, nobody, nobody, nobody, nobody]);
});

test('a name that several people have is nobody, and a phone of several is who is named', async () => {
  const ritah = await givenPerson('Ritah', 'Babirye');
  await givenPerson('Ritah', 'Byaruhanga', '0700 000 010');
  expect(
    await planReasons('DEPOSIT BY RITAH B.', 'BABIRYE RITAH', `code ${payCode(ritah.id)} RITAH BYARUHANGA`),
  ).toEqual([
    ['unmatched', '2 people have this name'],
    ['likely', ritah.id],
    ['matched', ritah.id],
  ]);
  const brother = await givenPerson('Moses', 'Babirye');
  expect(await planReasons('0700000009 MOSES BABIRYE', '0700000009 SCHOOL FEES')).toEqual([
    ['likely', brother.id],
    ['unmatched', '2 registrations have this phone'],
  ]);
});

test('a name is only of somebody who studies here', async () => {
  const { id } = await givenPerson('Ritah', 'Babirye');
  await t.office.admin.registrations.decide.mutate({ id, status: 'withdrawn' });
  expect(await planReasons('DEPOSIT BY RITAH BABIRYE')).toEqual([nobody]);
});

test("what the desk has of an operator is asked about when the operator's file has no ids", async () => {
  const { id } = await givenPerson('Ritah', 'Babirye');
  const desk = { amount: 5000, method: 'mtn', operatorId: '433000', receivedOn: addDaysToToday(-1) } as const;
  const { movementId, receiptNumber } = await fees()
    .record.mutate(makeFeePayment(id, desk))
    .then((stored) => ({ movementId: stored.id, receiptNumber: stored.receipts[0]?.receiptNumber }));
  const to = `FRI:${place.callingCode}778000018/MSISDN`;
  const text = [
    'Date,From,From name,To,To message,Amount',
    `${addDaysToToday(-1)} 13:10,FRI:${place.callingCode}763000027/MSISDN,RITAH B,${to},Fees ${payCode(id)},5000`,
  ].join('\n');
  const { method, lines } = await fees().plan.mutate({ text });
  expect(method).toBe('mtn');
  expect(lines).toMatchObject([{ state: 'likely', twin: { movementId, receiptNumber } }]);
});

test("money from the institute's number is no fee, and a stranger's wallet gets no SMS", async () => {
  const { institute } = await readData(t.visitor.api.site.get());
  const phones = [`+${place.callingCode} 776 000 075`];
  await requireSuccess(t.office.api.site.update({ body: { institute: { ...institute, phones } } }));
  const text = [
    'Id,Date,From,From name,Amount',
    `1,${addDaysToToday(-1)},FRI:${place.callingCode}776000075/MSISDN,SCHOOL,3000`,
    `2,${addDaysToToday(-1)},FRI:204900451/MM,SEMP JO,3000`,
  ].join('\n');
  const { hash, lines } = await fees().plan.mutate({ text });
  expect(lines.map(({ state, message }) => [state, message])).toEqual([
    ['notMoney', 'Money from a number of the institute'],
    ['unmatched', 'No pay code and no phone'],
  ]);
  await fees().import.mutate({ text, hash, likely: [] });
  expect(await t.sql("select 1 from outgoing_messages where kind = 'fee-unassigned'")).toEqual([]);
  await requireSuccess(t.office.api.site.update({ body: { institute } }));
});

test('one column chosen twice is refused with a sentence, as its money could be another', async () => {
  const text = `A,B,C\n${addDaysToToday(-1)},X1,5000\n`;
  const plan = (columns: object) => fees().plan.mutate({ text, columns });
  const refused = await readRefusal(plan({ day: 'A', operatorId: 'C', amount: 'C' }));
  expect(refused.details?.[0]?.message).toBe(
    'Day, transaction ID and the columns of money are each another column',
  );
  expect((await plan({ day: 'A', operatorId: 'B', amount: 'C', reason: 'B' })).lines).toHaveLength(1);
});

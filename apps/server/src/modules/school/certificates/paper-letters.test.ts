import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const issue = (line: { id: number; holder?: string }) =>
  t.office.admin.certificates.issue.mutate({ registrations: [line] });
const asOnPassport = 'Write the name in letters that it can, as on the passport.';

test.each([
  ['李小龙', 'The paper cannot print 李 小 龙.'],
  ['Ann राम', 'The paper cannot print रा म.'],
])('the name %s is refused with the letters that no font has', async (holder, why) => {
  const { id } = await t.given.graduate();
  expect(await readRefusal(issue({ id, holder }))).toMatchObject({
    status: 400,
    details: [{ path: 'registrations.0', message: `${why} ${asOnPassport}` }],
  });
  const { items } = await issue({ id });
  const correcting = t.office.admin.certificates.correct.mutate({
    id: items[0]?.id ?? 0,
    holder,
    reason: 'A wrong name',
  });
  expect(await readRefusal(correcting)).toMatchObject({
    details: [{ path: 'holder', message: `${why} ${asOnPassport}` }],
  });
});

test('a name of full-width letters from an earlier version is printed and checked in the usual ones', async () => {
  const { id } = await t.given.graduate();
  await t.sql(`update registrations set first_name = 'Ａｎｎ', last_name = 'Ｂｅｅ' where id = ?`, [id]);
  const { items } = await issue({ id });
  const params = { code: items[0]?.code ?? '' };
  const { holder } = await readData(t.visitor.api.certificates.get({ params }));
  expect(holder).toBe('Ann Bee');
});

test('a program or a signer whose letters no font has is refused too', async () => {
  const { id: programId } = await t.given.program({ name: 'Sewing 🎈' });
  const { id } = await t.given.graduate({ programId });
  expect(await readRefusal(issue({ id }))).toMatchObject({
    details: [{ message: 'The paper cannot print 🎈 of “Sewing 🎈”. Write it in letters that it can.' }],
  });
  const { site } = t.office.admin;
  const { certificates } = (await site.get.query()).view;
  await site.update.mutate({ changes: { certificates: { ...certificates, signerName: '李' } } });
  const other = await t.given.graduate();
  expect(await readRefusal(issue(other))).toMatchObject({
    status: 400,
    message: 'The paper cannot print 李 of “李”. Write it in letters that it can.',
  });
});

test('the page of a receipt names only whom the paper could not', async () => {
  const record = async (name: string) => {
    const { id } = await t.office.admin.donations.record.mutate({
      name,
      currency: 'UGX',
      amount: 50_000,
      method: 'cash',
    });
    const [row] = await t.sql<{ code: string }>('select receipt_code as code from donations where id = ?', [
      id,
    ]);
    return readData(t.visitor.api.donations.receipt({ params: { code: row?.code ?? '' } }));
  };
  expect((await record('李小龙')).fullNames).toEqual(['李小龙']);
  expect((await record('Ann ሃና')).fullNames).toEqual([]);

  const { id } = await t.given.graduate({ firstName: 'राम', lastName: 'पटेल' });
  const { receipts } = await t.office.admin.fees.record.mutate({
    parts: [{ registrationId: id, amount: 50_000 }],
    amount: 50_000,
    method: 'cash',
    receivedOn: new Date().toISOString().slice(0, 10),
    payerName: '李',
  });
  const proof = await readData(
    t.visitor.api.donations.receipt({ params: { code: receipts[0]?.receiptCode ?? '' } }),
  );
  expect(proof.fullNames).toEqual(['राम पटेल', '李']);
});

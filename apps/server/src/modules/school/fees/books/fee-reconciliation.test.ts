import { expect, test } from 'vitest';
import { makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();

test('the book is what accounts, unassigned money and removed people have', async () => {
  const { fees, registrations } = t.office.admin;
  const ann = await t.given.student({ firstName: 'Ann', lastName: 'Akello' });
  const ben = await t.given.student();
  const erased = await t.given.student();
  await fees.record.mutate(makeFeePayment(ann.id, { amount: 570_000 }));
  const { id } = await fees.record.mutate(makeFeePayment(ben.id, { amount: 200_000 }));
  await fees.record.mutate(makeFeePayment(erased.id, { amount: 5000 }));
  await fees.record.mutate({ ...makeFeePayment(ben.id, { amount: 90_000, again: true }), parts: [] });
  const part = { registrationId: ben.id, amount: 1000 };
  const split = await fees.record.mutate({ ...makeFeePayment(null, { amount: 7000 }), parts: [part] });
  await fees.refund.mutate({ ...part, amount: 300, method: 'cash', operatorId: null, reason: 'x' });
  await fees.counter.mutate({ movementId: id, reason: 'By mistake' });
  await registrations.remove.mutate({ id: ann.id });
  await t.sql('delete from registrations where id = ?', [erased.id]);
  const agreed = await fees.reconciliation.query();
  expect(agreed).toEqual({
    book: 671_700,
    accounts: 700,
    unassigned: 96_000,
    removed: 575_000,
    difference: 0,
    wrong: [],
    cash: { counted: 0, banked: 0, unbanked: 0 },
    people: [
      { registrationId: ann.id, name: 'Ann Akello', reference: ann.reference, amount: 570_000 },
      { registrationId: erased.id, name: null, reference: null, amount: 5000 },
    ],
  });

  await fees.counter.mutate({ movementId: split.id, reason: 'No fee' });
  expect(await fees.reconciliation.query()).toMatchObject({ book: 664_700, difference: 0, wrong: [] });

  // What an earlier version could store
  await t.sql('alter table fee_parts disable trigger fee_parts_within_movement');
  await t.sql('insert into fee_parts (movement_id, registration_id, amount) values (?, ?, 40)', [
    split.id,
    ben.id,
  ]);
  expect(await fees.reconciliation.query()).toMatchObject({
    difference: -40,
    wrong: [{ movementId: split.id, kind: 'payment', amount: 0, assigned: 40 }],
  });
});

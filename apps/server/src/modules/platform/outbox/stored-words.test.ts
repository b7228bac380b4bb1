import { expect, test } from 'vitest';
import { writeEmail, writeSms } from '../../../composition/messages.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
// The first account is the owner
await t.given.account();
await t.given.account('teacher@example.org');
const { admin } = t.as('teacher@example.org');
const foreign = 'Pay 077 299 98 88';
const today = addDaysToToday(0);
const { id, programId } = await t.given.student();
const { id: intakeId } = await t.given.intake({ programId });
const { id: movementId } = await admin.fees.record.mutate({
  parts: [{ registrationId: id, amount: 5000 }],
  amount: 5000,
  method: 'mtn',
  operatorId: 'MP1',
  receivedOn: today,
});
const gift = {
  name: 'Ann',
  currency: 'UGX',
  amount: 5000,
  method: 'mobile-money',
  receivedOn: today,
  email: 'ann@example.org',
} as const;
const { id: donationId } = await admin.donations.record.mutate(gift);
const charge = { label: foreign, amount: 1000, dueOn: today } as const;
const instalments = [{ label: foreign, amount: 900_000, dueDays: 0 }];

test.each<[string, () => Promise<unknown>]>([
  [
    'the name of a program',
    () => admin.programs.update.mutate({ id: programId, changes: { name: foreign } }),
  ],
  ['an instalment', () => admin.programs.update.mutate({ id: programId, changes: { instalments } })],
  [
    'the place of an intake',
    () => admin.intakes.update.mutate({ id: intakeId, changes: { place: foreign } }),
  ],
  [
    'an instalment of an intake',
    () => admin.intakes.update.mutate({ id: intakeId, changes: { instalments } }),
  ],
  ['a charge', () => admin.fees.charge.mutate({ ...charge, kind: 'extra', registrationId: id })],
  ['a charge of many', () => admin.fees.chargeMany.mutate({ ...charge, registrations: [id] })],
  ['the reason of a cancellation', () => admin.fees.counter.mutate({ movementId, reason: foreign })],
  [
    'the reason of a cancelled donation',
    () => admin.donations.cancel.mutate({ id: donationId, reason: foreign }),
  ],
  [
    'a first name',
    () =>
      admin.registrations.correct.mutate({ id, fields: { firstName: foreign }, reason: 'A typing mistake' }),
  ],
  ['the name of a donor', () => admin.donations.record.mutate({ ...gift, name: foreign })],
  [
    'the first name in a list of people',
    async () => {
      const { name } = await t.given.program({ name: 'Baking' });
      const text = `First Name,Surname,Phone,Program\n${foreign},Okot,0772 123 456,${name}\n`;
      const { hash } = await admin.fees.planPeople.mutate({ text });
      return admin.fees.importPeople.mutate({ text, hash });
    },
  ],
  [
    'the title of an own page',
    () => admin.pages.create.mutate({ title: foreign, content: '<p>Call us</p>' }),
  ],
])(
  '%s goes into messages or a menu, so it is read for foreign numbers when it is stored',
  async (_, store) => {
    expect(await readRefusal(store())).toMatchObject({
      code: 'FORBIDDEN',
      message: '077 299 98 88 is no number of the institute. Ask an owner.',
    });
  },
);

test('a receipt names no payer and no transaction that is a text with a number', async () => {
  const { receiptNumber } = await t.given.payment({
    parts: [{ registrationId: id, amount: 6000 }],
    amount: 6000,
    method: 'mtn',
    operatorId: 'call 0772999888 now',
    payerName: foreign,
    receivedOn: today,
  });
  const written = await t.sql<{ kind: string; channel: string; data: object }>(
    `select kind, channel, data from outgoing_messages where data->>'receiptNumber' = ?`,
    [receiptNumber],
  );
  expect(written.length).toBeGreaterThan(0);
  const { view: site } = await t.office.admin.site.get.query();
  const context = { em: t.em(), site, publicUrl: t.config.publicUrl, linkToken: () => '' };
  for (const { kind, data } of written) {
    expect(JSON.stringify((await writeEmail(kind, data, context)).facts)).not.toMatch(/98 88|0772999888/);
    expect(JSON.stringify(await writeSms(kind, data, context))).not.toMatch(/98 88|0772999888/);
  }
});

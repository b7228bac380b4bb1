import { type Registration, registration, registrationExamples } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOffice, page } from '../../testing/office.tsx';

const at = '2026-11-20T10:00:00.000Z';
const { examples } = registration.meta() as { examples: Registration[] };
const view = {
  ...(examples[0] as Registration),
  ...registrationExamples,
  ...{ id: 3, createdAt: at, updatedAt: at, consentedAt: at, consentVersion: null, status: 'new' },
};
const out = {
  ...{ id: 1, channel: 'email', kind: 'registration-received', recipient: view.email, state: 'parked' },
  ...{ segments: null, cost: null, isFile: false, createdAt: at, sentAt: null, deliveredAt: null },
  ...{ nextTryAt: null, error: '550 No such box', text: null },
};
const sms = { ...out, id: 2, channel: 'sms', recipient: '+256700123456', error: null, sentAt: at };
const totals = Object.fromEntries(registrationStatuses.map((status) => [status, 0]));
const answers = {
  'registrations.list': { ...page(), totals },
  'registrations.choices': { programs: [], intakes: [] },
  'registrations.templates': [],
  'registrations.get': { view, tag: '"1"', history: [], duplicates: [] },
};
const open = (more: object) => openOffice('/admin/registrations?open=3', { ...answers, ...more });
const messages = async () =>
  within(await screen.findByRole('region', { name: `Messages to ${view.firstName}` }));

test('a registration shows what was sent to the applicant, when it arrived, or why it did not', async () => {
  const office = await open({
    'messagesOut.about': [
      { ...sms, id: 3, kind: 'office-sms', state: 'delivered', deliveredAt: at, text: 'Come on Monday' },
      { ...sms, state: 'sent', isFile: true },
      out,
    ],
  });
  const shown = await messages();
  const items = await shown.findAllByRole('listitem');
  const texts = items.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(
    /^SMS of the office SMS to \+256700123456Come on MondayDelivered20 Nov 2026, 13:00$/,
  );
  expect(texts[1]).toMatch(/Sent to a file/);
  expect(texts[2]).toMatch(/^Registration received E-mail to .*Parked550 No such box$/);
  expect(office.inputs('messagesOut.about')[0]).toEqual({ reference: view.reference });
});

test('a registration without messages says so', async () => {
  await open({ 'messagesOut.about': [] });
  expect(await (await messages()).findByText('None in the last 30 days.')).toBeTruthy();
});

import { formatLocalMoney } from '@institute/contract/money';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../api/admin.ts';
import type { Answers } from '../../testing/answers.ts';
import { makeOpened, makeRegistration, makeSheetAnswers } from '../../testing/desk.ts';
import { findDialog, openOffice } from '../../testing/office.tsx';

type Acceptance = AdminAnswers['registrations']['get']['acceptance'];

const view = makeRegistration({ dateOfBirth: '2001-02-03' });

async function openAnn(acceptance: Partial<Acceptance>, more: Answers = {}, shown = view) {
  const opened = makeOpened(shown);
  const office = await openOffice('/admin/registrations?open=1', {
    ...makeSheetAnswers(shown),
    'registrations.get': { ...opened, acceptance: { ...opened.acceptance, ...acceptance } },
    ...more,
  });
  const sheet = await findDialog('Ann Akello');
  return { office, sheet, accept: await sheet.findByRole<HTMLButtonElement>('button', { name: 'Accept' }) };
}

const described = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

test.each<[Partial<Acceptance>, Answers, string]>([
  [{}, {}, `Accept: emails Ann, charges ${formatLocalMoney(900_000)}.`],
  [{ charges: 0 }, {}, 'Accept: emails Ann, charges nothing.'],
  [{ charges: null }, {}, 'Accept: emails Ann, charges the fees of the program.'],
  [{ channels: ['sms'] }, {}, `Accept: sends Ann an SMS, charges ${formatLocalMoney(900_000)}.`],
  [
    { channels: ['email', 'sms'] },
    {},
    `Accept: emails Ann, sends Ann an SMS, charges ${formatLocalMoney(900_000)}.`,
  ],
  [{ channels: [] }, {}, `Accept: charges ${formatLocalMoney(900_000)}. No message reaches Ann.`],
  [
    {},
    { 'account.get': { filedChannels: ['email'] } },
    `Accept: charges ${formatLocalMoney(900_000)}. Written to files: nobody is told.`,
  ],
])('says what Accept does before it is pressed: %j %j', async (acceptance, more, words) => {
  const { accept } = await openAnn(acceptance, more);
  await waitFor(() => expect(described(accept)).toBe(words));
});

test('the status that a registration has, and those that it cannot have, are not offered', async () => {
  const { office, sheet, accept } = await openAnn({}, {}, { ...view, status: 'completed' });
  expect(accept.disabled).toBe(false);
  for (const name of ['Reject', 'Waiting'])
    expect(sheet.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  await office.user.click(sheet.getByRole('button', { name: 'More actions' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Call',
    'Print View',
    'Keys',
  ]);
});

test('an account that only reads writes by WhatsApp and decides nothing', async () => {
  const office = await openOffice('/admin/registrations?open=1', {
    ...makeSheetAnswers(view),
    'account.get': { rights: ['fees'] },
  });
  const sheet = await findDialog('Ann Akello');
  const message = within(await sheet.findByRole('region', { name: 'Message' }));
  expect(sheet.queryByRole('button', { name: 'Accept' })).toBeNull();
  const { options } = message.getByLabelText<HTMLSelectElement>('Channel');
  expect([...options].map(({ text }) => text)).toEqual(['SMS from this phone', 'WhatsApp', 'Email']);
  expect(office.inputs('registrations.sms')).toEqual([]);
});

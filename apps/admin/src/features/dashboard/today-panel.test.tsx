import { formatLocalMoney } from '@institute/contract/money';
import type { Right } from '@institute/contract/rights.constants';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, noAttention } from '../../testing/answers.ts';
import {
  listRegistrationAnswers,
  makeFeeAccount,
  makeOpened,
  makeRegistration,
  noDocuments,
} from '../../testing/desk.ts';
import { findButton, listAnswer, openOffice } from '../../testing/office.tsx';

const counts = { posts: 0, coaches: 0, galleryItems: 0, facilities: 0, programs: 0, registrations: 0 };
const calm = {
  'stats.get': { ...counts, recentActivities: [] },
  'stats.attention': noAttention,
  'stats.firstSteps': null,
  'stats.nextStarts': [],
  ...listRegistrationAnswers(),
  'fees.takings': { items: [] },
  'fees.list': { ...listAnswer(), totals: { charged: 0, paid: 0, balance: 0, overdue: 0 } },
  'contact.list': listAnswer(),
} satisfies Answers;

const open = (rights: readonly Right[], more: Answers = {}) =>
  openOffice('/admin', { 'account.get': { rights }, ...calm, ...more });
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

const emptyPanels = {
  'New applications': 'No new applications.',
  'Money today': 'Nobody is overdue.',
  'Next starts': 'No intake starts from today on.',
  Messages: 'Every message is read.',
};
const callsOf = {
  'New applications': 'registrations.list',
  'Money today': 'fees.list',
  'Next starts': 'stats.nextStarts',
  Messages: 'contact.list',
} as const;

test.each<[Right[], (keyof typeof emptyPanels)[]]>([
  [['content'], []],
  [['fees'], ['Money today']],
  [['registrations'], ['New applications', 'Next starts', 'Messages']],
  [
    ['registrations', 'fees'],
    ['New applications', 'Money today', 'Next starts', 'Messages'],
  ],
])('an account with %j sees the empty panels %j, and asks for no other', async (rights, names) => {
  const office = await open(rights);
  expect(await (await panel('What needs care')).findByText('Nothing needs care')).toBeTruthy();
  for (const name of names) expect(await (await panel(name)).findByText(emptyPanels[name])).toBeTruthy();
  for (const [name, call] of Object.entries(callsOf)) {
    if (names.some((seen) => seen === name)) continue;
    expect(screen.queryByRole('region', { name })).toBeNull();
    expect(office.inputs(call)).toEqual([]);
  }
});

test('the money of today names what came and who is overdue, and leads to them', async () => {
  const account = makeFeeAccount(7, 'Ann Akello');
  const taking = { day: '2027-01-01', recordedBy: null, count: 1, receipts: 1, notValid: 0 };
  await open(['fees'], {
    'fees.takings': {
      items: [
        { ...taking, method: 'cash', amount: 50_000 },
        { ...taking, method: 'bank', amount: 200_000 },
      ],
    },
    'fees.list': {
      items: [account],
      total: 12,
      totals: { charged: 0, paid: 0, balance: 0, overdue: 900_000 },
    },
  });
  const money = await panel('Money today');
  const hrefs = async (text: string | RegExp) =>
    (await money.findByRole('link', { name: text })).getAttribute('href');
  expect(await hrefs(`${formatLocalMoney(250_000)} received`)).toBe('/admin/fees/takings');
  expect(await hrefs(/^12 people overdue/)).toBe('/admin/fees?state=overdue');
  expect(await hrefs(new RegExp(`^Ann Akello.*${formatLocalMoney(100_000)}$`))).toContain(account.reference);
});

const applicant = makeRegistration({ id: 1, firstName: 'Ann' });
const withDocuments = {
  ...listRegistrationAnswers(applicant),
  'registrations.get': makeOpened(applicant),
  'documents.counts': ({ ids }) =>
    ids.map((id) => ({
      id,
      asked: 5,
      given: 3,
      toLookAt: 1,
      refused: 0,
      missing: 2,
      missingForAcceptance: 1,
    })),
  'documents.list': { ...noDocuments, missingForAcceptance: ['Birth certificate'] },
} satisfies Answers;

test('a new application says what was given, and accepting it from here asks about what is missing', async () => {
  const office = await open(['registrations', 'documents'], withDocuments);
  const row = await (await panel('New applications')).findByRole('button', { name: /^Ann/ });
  await waitFor(() => expect(row.textContent).toContain('Documents 3/5 given1 to look at'));
  await office.user.click(row);
  await office.user.click(await findButton('Accept'));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('1 document is missing. Accept anyway?');
  question.getByText('Birth certificate.');
  expect(office.inputs('registrations.decide')).toEqual([]);
});

test('a new application says nothing of documents to who may not see them', async () => {
  const office = await open(['registrations'], withDocuments);
  const row = await (await panel('New applications')).findByRole('button', { name: /^Ann/ });
  expect(row.textContent).not.toContain('Documents');
  expect(office.inputs('documents.counts')).toEqual([]);
});

test('documents to look at are among the shown lines, whatever else needs care', async () => {
  const sms = { isGatewaySilent: true, isBalanceUsedUp: true, beyondLimit: 2, failing: null };
  const waiting = { waitingRegistrations: 2, documentsToLookAt: 3, parkedEmails: 1, sms };
  await open(['registrations', 'documents'], { 'stats.attention': { ...noAttention, ...waiting } });
  const care = await panel('What needs care');
  const line = await care.findByRole('link', { name: '3 registrations have documents to look at' });
  expect(line.getAttribute('href')).toBe('/admin/registrations?documents=toLookAt');
});

test('what needs care shows four lines at most, and the others on demand', async () => {
  const warnings = { contentWarnings: [], untouchedParts: [] };
  const sms = { isGatewaySilent: true, isBalanceUsedUp: true, beyondLimit: 2, failing: null };
  const office = await open(['registrations'], {
    'stats.attention': { ...noAttention, ...warnings, parkedEmails: 1, sms, onlyCallable: 1 },
  });
  const care = await panel('What needs care');
  expect(await care.findAllByRole('link')).toHaveLength(3);
  await office.user.click(await findButton('Show all 5'));
  expect(care.getAllByRole('link')).toHaveLength(5);
});

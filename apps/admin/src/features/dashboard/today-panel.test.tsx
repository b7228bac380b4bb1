import type { Right } from '@institute/contract/rights.constants';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, noAttention } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeFeeAccount } from '../../testing/desk.ts';
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
  expect(await hrefs('UGX 250,000 received')).toBe('/admin/fees/takings');
  expect(await hrefs(/^12 people overdue/)).toBe('/admin/fees?state=overdue');
  expect(await hrefs(/^Ann Akello.*UGX 100,000$/)).toContain(account.reference);
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

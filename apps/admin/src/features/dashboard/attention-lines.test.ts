import { toLocalYear } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { noAttention } from '../../testing/answers.ts';
import { listAttentionLines } from './attention-lines.ts';

const programs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    entityType: 'program' as const,
    id: at + 1,
    title: `P${at + 1}`,
    one: 'has no price',
    many: 'programs have no price',
    hint: 'Give it a price.',
  }));
const texts = (attention: object) =>
  listAttentionLines({ ...noAttention, ...attention }).map(({ text }) => text);

test('shows nothing when nothing needs attention', () => {
  expect(texts({})).toEqual([]);
});

test('uses the singular for one, and lists waiting people first', () => {
  expect(texts({ parkedEmails: 1, waitingRegistrations: 1 })).toEqual([
    '1 new registration waits for more than 3 days',
    '1 message could not be sent',
  ]);
  expect(texts({ parkedEmails: 1234 })).toEqual(['1,234 messages could not be sent']);
});

test('leads to the new registrations of which some wait for days', () => {
  expect(listAttentionLines({ ...noAttention, waitingRegistrations: 2 })).toEqual([
    {
      text: '2 new registrations wait for more than 3 days',
      to: '/admin/registrations',
      search: { status: 'new' },
    },
  ]);
});

test('leads to the registrations with documents that nobody has looked at', () => {
  expect(listAttentionLines({ ...noAttention, documentsToLookAt: 12 })).toEqual([
    {
      text: '12 registrations have documents to look at',
      to: '/admin/registrations',
      search: { documents: 'toLookAt' },
    },
  ]);
  expect(texts({ documentsToLookAt: 1 })).toEqual(['1 registration has documents to look at']);
});

test('names the settings that leave the site open after the waiting registrations', () => {
  const settings = ['open-sign-up', 'no-mail-server'];
  expect(texts({ parkedEmails: 1, waitingRegistrations: 2, settings })).toEqual([
    '2 new registrations wait for more than 3 days',
    'Anybody can make an admin account',
    'Emails are written to files and reach nobody',
    '1 message could not be sent',
  ]);
});

test('names the parts of the site that cannot be read, and leads to its screen', () => {
  const [line] = listAttentionLines({ ...noAttention, invalidSections: ['slides', 'donations'] });
  expect(line).toMatchObject({
    text: 'Parts of the site cannot be read and show plain texts: slides, donations',
    to: '/admin/site',
  });
});

test('names the webhooks that were turned off, after the settings', () => {
  const endedWebhooks = [{ host: 'hooks.example.org', reason: 'gone' as const }];
  expect(texts({ parkedEmails: 1, settings: ['open-sign-up'], endedWebhooks })).toEqual([
    'Anybody can make an admin account',
    'The webhook hooks.example.org is turned off',
    '1 message could not be sent',
  ]);
});

test('tells what keeps SMS from going out, and leads to them', () => {
  const failing = { failed: 3, all: 20 };
  const sms = { isGatewaySilent: true, isBalanceUsedUp: true, beyondLimit: 1200, failing };
  expect(texts({ onlyCallable: 3 })).toEqual(['3 applicants can only be called']);
  const waitingLines = { count: 3, months: ['2025-12', `${toLocalYear(new Date())}-01`] };
  const fees = {
    undecidedLeavers: 2,
    unassignedPayments: 3,
    crossedPayments: 2,
    waitingLines,
  };
  expect(texts(fees)).toEqual([
    '2 people left with fees not due yet',
    '3 payments are unassigned',
    '2 payments of statements stand under the wrong transaction',
    '3 lines of December 2025 and January wait for an owner',
  ]);
  expect(listAttentionLines({ ...noAttention, sms }).map(({ text, search }) => [text, search])).toEqual([
    ['SMS: the gateway has not answered for 10 minutes', { channel: 'sms', state: 'waiting' }],
    ['SMS: the balance at the gateway is used up', { channel: 'sms', state: 'waiting' }],
    ["SMS: today's limit is reached, 1,200 wait", { channel: 'sms', state: 'waiting' }],
    ['SMS: 3 of 20 failed today', { channel: 'sms', state: 'failed' }],
  ]);
});

test('proposes the first of a waiting list by name, and links to the registration', () => {
  const first = { id: 1, reference: 'REG-2026-000001', name: 'Zoe Example', intake: 'Weaving, 1 Feb 2027' };
  expect(listAttentionLines({ ...noAttention, firstInLine: [first] })).toEqual([
    {
      text: 'A seat is free in Weaving, 1 Feb 2027',
      hint: 'Zoe Example is first on the waiting list',
      to: '/admin/registrations',
      search: { q: 'REG-2026-000001' },
    },
  ]);
});

test('names the first items and counts the others', () => {
  expect(texts({ incompleteItems: programs(5) }).at(-1)).toBe('“P5” has no price');
  expect(texts({ incompleteItems: programs(6) }).slice(-2)).toEqual([
    '“P4” has no price',
    '2 more programs have no price',
  ]);
});

test('a line links to its item, and an image of the settings to the settings', () => {
  const lines = listAttentionLines({
    ...noAttention,
    brokenImages: [
      { entityType: 'post', name: 'Open day', url: '/images/a.jpg' },
      { entityType: 'site', name: '', url: '/images/b.jpg' },
    ],
  });
  expect(lines.map(({ to, search }) => ({ to, search }))).toEqual([
    { to: '/admin/posts', search: { q: 'Open day' } },
    { to: '/admin/site', search: undefined },
  ]);
});

test('counts what a resource warns of, and leads to its screen', () => {
  const warning = {
    entityType: 'facility' as const,
    one: '1 facility has no picture',
    many: 'facilities have no picture',
    hint: 'Visitors see a pattern',
  };
  expect(listAttentionLines({ ...noAttention, contentWarnings: [{ ...warning, count: 3 }] })).toEqual([
    { text: '3 facilities have no picture', hint: 'Visitors see a pattern', to: '/admin/facilities' },
  ]);
  expect(texts({ contentWarnings: [{ ...warning, count: 1 }] })).toEqual(['1 facility has no picture']);
});

test('names the parts of the site that nobody has written, and leads to each', () => {
  const untouchedParts = [
    { part: 'institute' as const, isDemo: false },
    { part: 'slides' as const, isDemo: true },
  ];
  expect(listAttentionLines({ ...noAttention, untouchedParts })).toEqual([
    {
      text: '“Name and logo” of the site is empty',
      to: '/admin/site',
      search: { section: 'institute' },
    },
    {
      text: '“Slides” of the site still has texts of the demo',
      to: '/admin/site',
      search: { section: 'slides' },
    },
  ]);
});

test('names redirects that stand at addresses of the site, with the list where they are removed', () => {
  const unansweredRedirects = ['/certificates/KYQ7', ...Array.from({ length: 9 }, (_, at) => `/s/${at}`)];
  const lines = listAttentionLines({ ...noAttention, unansweredRedirects });
  expect(lines[0]).toMatchObject({
    text: 'The redirect from /certificates/KYQ7 leads nowhere any more',
    to: '/admin/redirects',
    search: { q: '/certificates/KYQ7' },
  });
  expect(lines.at(-1)).toEqual({ text: '6 more redirects lead nowhere any more', to: '/admin/redirects' });
});

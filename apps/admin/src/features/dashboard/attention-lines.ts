import type { EntityType } from '@institute/contract';
import type { DocumentFilter } from '@institute/contract/applicant-documents.constants';
import { formatNumber } from '@institute/contract/money';
import { instituteTexts } from '@institute/contract/site-parts.constants';
import { toLocalYear } from '@institute/contract/time';
import { maxFailingDays } from '@institute/contract/webhooks.constants';
import type { AdminAnswers } from '../../api/admin.ts';
import { groupBy } from '../../api/group-by.ts';
import { findEntityLink } from '../../content/entity-link.tsx';
import { describeWaitingCount } from '../../ui/count-waiting.ts';

type AttentionAnswer = AdminAnswers['stats']['attention'];

export type AttentionLine = {
  text: string;
  hint?: string;
  to: string;
  search?:
    | { q: string }
    | { section: string }
    | { status: string }
    | { state: 'undecided' }
    | { documents: DocumentFilter }
    | { channel: 'sms'; state: 'waiting' | 'failed' };
};

/** The first items of a kind are named, the others only counted. */
const MAX_NAMED_ITEMS = 4;

const findScreenAddress = (type: EntityType) => findEntityLink(type, null)?.to ?? '/admin';

const listLineWhen = (isSo: boolean, line: AttentionLine): AttentionLine[] => (isSo ? [line] : []);

const makeCountLines = (
  count: number,
  one: string,
  many: string,
  line: Omit<AttentionLine, 'text'>,
): AttentionLine[] =>
  listLineWhen(count > 0, { text: count === 1 ? one : `${formatNumber(count)} ${many}`, ...line });

/** Only owners see these. */
const attentionLinesBySetting: Record<AttentionAnswer['settings'][number], AttentionLine> = {
  'open-sign-up': {
    text: 'Anybody can make an admin account',
    hint: 'Set ADMIN_SIGNUP=invite on the server',
    to: '/admin/accounts',
  },
  'no-trusted-proxy': {
    text: 'All visitors seem to have the address of the proxy',
    hint: 'Set TRUST_PROXY on the server, so that limits count each visitor alone',
    to: '/admin/activity',
  },
  sandbox: {
    text: 'Donations are in test mode: no money moves',
    hint: 'Set the keys of the payment provider, or DONATIONS=off, on the server',
    to: '/admin/donations',
  },
  'no-mail-server': {
    text: 'Emails are written to files and reach nobody',
    hint: 'Set SMTP_URL and MAIL_FROM on the server',
    to: '/admin/mail',
  },
  'no-sms-gateway': {
    text: 'SMS are written to files and reach nobody',
    hint: 'Set SMS_URL on the server, or “SMS to Applicants” under Site to “Never”',
    to: '/admin/mail',
  },
};

const webhookEndReasons: Record<AttentionAnswer['endedWebhooks'][number]['reason'], string> = {
  gone: 'The other program answered that it wants no more of it',
  failing: `Every try has failed for ${maxFailingDays} days`,
};

/** Registrations that wait come first, then security problems, then others that keep people waiting. */
export function listAttentionLines(attention: AttentionAnswer): AttentionLine[] {
  const { waitingRegistrations, documentsToLookAt, firstInLine, parkedEmails, sms, onlyCallable } = attention;
  return [
    ...makeCountLines(
      waitingRegistrations,
      '1 new registration waits for more than 3 days',
      'new registrations wait for more than 3 days',
      { to: '/admin/registrations', search: { status: 'new' } },
    ),
    ...makeCountLines(
      documentsToLookAt,
      '1 registration has documents to look at',
      'registrations have documents to look at',
      { to: '/admin/registrations', search: { documents: 'toLookAt' } },
    ),
    ...listSettingLines(attention),
    ...limitAttentionLines(
      firstInLine.map(({ reference, name, intake }) => ({
        text: `A seat is free in ${intake}`,
        hint: `${name} is first on the waiting list`,
        to: '/admin/registrations',
        search: { q: reference },
      })),
      (more) => ({
        text: `${more} more intakes have a free seat and a waiting list`,
        to: '/admin/intakes',
      }),
    ),
    ...makeCountLines(parkedEmails, '1 message could not be sent', 'messages could not be sent', {
      to: '/admin/mail',
    }),
    ...listFeeLines(attention),
    ...listSmsLines(sms),
    ...makeCountLines(onlyCallable, '1 applicant can only be called', 'applicants can only be called', {
      to: '/admin/registrations',
      hint: 'They have no email address and no number that gets SMS',
    }),
    ...listContentLines(attention),
  ];
}

function listSettingLines({
  settings,
  invalidSections,
  endedWebhooks,
  unansweredRedirects,
}: AttentionAnswer): AttentionLine[] {
  return [
    ...settings.map((warning) => attentionLinesBySetting[warning]),
    ...listLineWhen(invalidSections.length > 0, {
      text: `Parts of the site cannot be read and show plain texts: ${invalidSections.join(', ')}`,
      hint: 'What was stored is kept. Write them anew under Site, or restore a backup with the version that made it',
      to: '/admin/site',
    }),
    ...endedWebhooks.map(({ host, reason }) => ({
      text: `The webhook ${host} is turned off`,
      hint: webhookEndReasons[reason],
      to: '/admin/webhooks',
    })),
    ...limitAttentionLines(
      unansweredRedirects.map((from) => ({
        text: `The redirect from ${from} leads nowhere any more`,
        hint: 'No redirect may stand at an address of the site itself, and a question mark only after the first /. Remove it',
        to: '/admin/redirects',
        search: { q: from },
      })),
      (more) => ({ text: `${more} more redirects lead nowhere any more`, to: '/admin/redirects' }),
    ),
  ];
}

function listFeeLines({
  undecidedLeavers,
  unassignedPayments,
  crossedPayments,
  waitingLines,
}: AttentionAnswer): AttentionLine[] {
  return [
    ...makeCountLines(
      undecidedLeavers,
      '1 person left with fees not due yet',
      'people left with fees not due yet',
      {
        to: '/admin/fees',
        search: { state: 'undecided' },
        hint: 'Open the account, and say whether they stay owed',
      },
    ),
    ...makeCountLines(unassignedPayments, '1 payment is unassigned', 'payments are unassigned', {
      to: '/admin/fees/unassigned',
    }),
    ...makeCountLines(
      crossedPayments,
      '1 payment of a statement stands under the wrong transaction',
      'payments of statements stand under the wrong transaction',
      {
        to: '/admin/fees/unassigned',
        hint: 'An earlier version mixed up lines. Balances are right, receipts are not',
      },
    ),
    ...listLineWhen(waitingLines.count > 0, {
      text: describeWaitingCount(waitingLines.count, waitingLines.months, toLocalYear(new Date())),
      hint: 'They came with a statement, and are older than seven days',
      to: '/admin/fees/import',
    }),
  ];
}

function listContentLines({
  incompleteItems,
  untouchedParts,
  contentWarnings,
  brokenImages,
}: AttentionAnswer): AttentionLine[] {
  return [
    ...groupIncompleteByProblem(incompleteItems).flatMap((items) =>
      limitAttentionLines(
        items.map(({ entityType, title, one, hint }) => ({
          text: `“${title}” ${one}`,
          hint,
          to: findScreenAddress(entityType),
          search: { q: title },
        })),
        (more) => ({
          text: `${more} more ${items[0]?.many}`,
          to: findScreenAddress(items[0]?.entityType ?? 'site'),
        }),
      ),
    ),
    ...limitAttentionLines(
      untouchedParts.map(({ part, isDemo }) => ({
        text: isDemo
          ? `“${instituteTexts[part]}” of the site still has texts of the demo`
          : `“${instituteTexts[part]}” of the site is empty`,
        to: '/admin/site',
        search: { section: part },
      })),
      (more) => ({ text: `${more} more parts of the site have texts of the demo`, to: '/admin/site' }),
    ),
    ...contentWarnings.flatMap(({ entityType, count, one, many, hint }) =>
      makeCountLines(count, one, many, { hint, to: findScreenAddress(entityType) }),
    ),
    ...limitAttentionLines(
      brokenImages.map(({ entityType, name, url }) => ({
        text: name
          ? `A picture of “${name}” is missing`
          : `A ${url.endsWith('.pdf') ? 'document' : 'picture'} of the site is missing: ${url}`,
        to: findScreenAddress(entityType),
        ...(name && { search: { q: name } }),
      })),
      (more) => ({ text: `${more} more pictures are missing`, to: '/admin/media' }),
    ),
  ];
}

function listSmsLines({
  isGatewaySilent,
  isBalanceUsedUp,
  beyondLimit,
  failing,
}: AttentionAnswer['sms']): AttentionLine[] {
  const makeMailLink = (state: 'waiting' | 'failed') => ({
    to: '/admin/mail',
    search: { channel: 'sms', state } as const,
  });
  return [
    ...listLineWhen(isGatewaySilent, {
      text: 'SMS: the gateway has not answered for 10 minutes',
      ...makeMailLink('waiting'),
    }),
    ...listLineWhen(isBalanceUsedUp, {
      text: 'SMS: the balance at the gateway is used up',
      hint: 'They wait, and are tried again every hour. “Send Again” tries at once',
      ...makeMailLink('waiting'),
    }),
    ...listLineWhen(beyondLimit > 0, {
      text: `SMS: today's limit is reached, ${formatNumber(beyondLimit)} wait`,
      hint: 'They go out tomorrow. SMS_DAILY_LIMIT on the server sets the limit',
      ...makeMailLink('waiting'),
    }),
    ...(failing
      ? [
          {
            text: `SMS: ${formatNumber(failing.failed)} of ${formatNumber(failing.all)} failed today`,
            ...makeMailLink('failed'),
          },
        ]
      : []),
  ];
}

function limitAttentionLines(lines: AttentionLine[], rest: (more: number) => AttentionLine): AttentionLine[] {
  return lines.length <= MAX_NAMED_ITEMS + 1
    ? lines
    : [...lines.slice(0, MAX_NAMED_ITEMS), rest(lines.length - MAX_NAMED_ITEMS)];
}

function groupIncompleteByProblem(
  items: AttentionAnswer['incompleteItems'],
): AttentionAnswer['incompleteItems'][] {
  return [...groupBy(items, ({ entityType, one }) => `${entityType} ${one}`).values()];
}

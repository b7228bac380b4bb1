import { formatLocalMoney } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { smsLimits } from '@institute/contract/sms-template';
import { toNearestText } from '@institute/contract/sms-text';
import { truncate } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import * as z from 'zod';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';
import { describeDue, describeDues } from './due-words.service.ts';

const account = z.object({
  firstName: z.string(),
  reference: z.string(),
  payCode: z.string(),
  amount: z.number(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  /** True when the reminder was queued on the due day. Absent in reminders of an earlier release. */
  isToday: z.boolean().optional(),
  balance: z.string(),
});
export type RemindedAccount = z.infer<typeof account>;

export const feeReminderMessage = declareMessageKind({
  kind: 'fee-reminder',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  onlyWhile: ['accepted', 'completed'],
  written: [],
  /** `more`: other people with the same email or phone, such as a sister. */
  data: account.extend({
    more: z.array(account).optional(),
    /** True when the number is a guardian's. */
    isGuardians: z.boolean().optional(),
    /** Phone or address for questions, when the site does not say how to pay. */
    ask: z.string().optional(),
  }),
  sample: {
    firstName: 'Amina',
    reference: 'REG-2027-000123',
    payCode: '001236',
    amount: 250_000,
    dueOn: '2027-02-01',
    isOverdue: false,
    balance: formatLocalMoney(750_000),
  },
  email: ({ ask, more = [], ...first }, { publicUrl }) => {
    const remindedAccounts = [first, ...more];
    const names = toUniqueNames(remindedAccounts);
    const isSingleAccount = more.length === 0;
    return {
      subject: isSingleAccount ? describeDues(first) : `Fees of ${names.join(', ')}`,
      heading: isSingleAccount ? `Hello ${first.firstName}` : 'Hello',
      paragraphs: [
        'If you have paid in the last days, thank you: please take no notice of this.',
        ...(ask ? [ask] : []),
      ],
      facts: remindedAccounts.flatMap((one, index) => [
        ...(isSingleAccount ? [] : [['Student', names[index] ?? ''] as [string, string]]),
        ...toFacts(one),
      ]),
      action: { label: 'See the fees and pay', url: `${publicUrl}/fees` },
    };
  },
  sms: {
    words: ({ ask, more = [], isGuardians = false, ...first }) => {
      if (more.length > 0 || isGuardians) return nameAccounts([first, ...more], ask);
      const { balance, payCode } = first;
      return `${describeDues(first)}. Balance: ${balance}. ${ask || `Pay code ${payCode}`}`;
    },
  },
});

const toFacts = (one: RemindedAccount): [string, string][] => [
  [one.isOverdue ? 'Overdue' : 'Due', formatLocalMoney(one.amount)],
  [one.isOverdue ? 'Since' : 'On', formatDate(one.dueOn)],
  ['Balance', one.balance],
  ['Reference', one.reference],
  ['Pay code', one.payCode],
];

/** Adds the reference to first names that occur twice. */
function toUniqueNames(accounts: readonly RemindedAccount[]): string[] {
  const isUniqueName = (name: string) => accounts.filter(({ firstName }) => firstName === name).length === 1;
  return accounts.map(({ firstName, reference }) =>
    isUniqueName(firstName) ? firstName : `${firstName} (${reference})`,
  );
}

const LONGEST_NAME = 20;
/** Length of two SMS, without the words about STOP and the institute's own ending. */
const MAX_NAMES_LENGTH = 306 - ' Reply STOP to end.'.length - ' - '.length - smsLimits.ending;

/** Names all accounts with balances if they fit into two SMS. Otherwise names as many as fit, without balances. */
function nameAccounts(accounts: readonly RemindedAccount[], ask: string | undefined): string {
  const names = toUniqueNames(
    accounts.map((one) => ({ ...one, firstName: truncate(one.firstName, LONGEST_NAME) })),
  );
  const writeAccounts = (count: number, hasBalance: boolean) => {
    const lines = accounts.slice(0, count).map((one, index) => {
      const balance = hasBalance ? `, balance ${one.balance}` : '';
      const code = ask ? '' : `, pay code ${one.payCode}`;
      return `${names[index]}: ${formatLocalMoney(one.amount)} ${describeDue(one)}${balance}${code}.`;
    });
    const unnamedCount = accounts.length - count;
    return toNearestText(
      ['Fees of', ...lines, unnamedCount > 0 ? `And ${unnamedCount} more.` : '', ask ?? '']
        .filter(Boolean)
        .join(' '),
    );
  };
  const isShortEnough = (text: string) => text.length <= MAX_NAMES_LENGTH;
  const fullText = writeAccounts(accounts.length, true);
  if (isShortEnough(fullText)) return fullText;
  const counts = accounts.map((_, index) => accounts.length - index);
  return counts.map((count) => writeAccounts(count, false)).find(isShortEnough) ?? writeAccounts(1, false);
}

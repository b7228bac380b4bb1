import { formatLocalMoney } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { smsLimits } from '@institute/contract/sms-template';
import { toNearestText } from '@institute/contract/sms-text';
import { truncate } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import * as z from 'zod';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';
import { describeDueDay, describeDueSum } from './due-words.service.ts';

const remindedAccountSchema = z.object({
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
export type RemindedAccount = z.infer<typeof remindedAccountSchema>;

export const feeReminderMessage = declareMessageKind({
  kind: 'fee-reminder',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  onlyWhile: ['accepted', 'completed'],
  written: [],
  /** `more`: other people with the same email or phone, such as a sister. */
  data: remindedAccountSchema.extend({
    more: z.array(remindedAccountSchema).optional(),
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
    const uniqueNames = toUniqueNames(remindedAccounts);
    const isSingleAccount = more.length === 0;
    return {
      subject: isSingleAccount ? describeDueSum(first) : `Fees of ${uniqueNames.join(', ')}`,
      heading: isSingleAccount ? `Hello ${first.firstName}` : 'Hello',
      paragraphs: [
        'If you have paid in the last days, thank you: please take no notice of this.',
        ...(ask ? [ask] : []),
      ],
      facts: remindedAccounts.flatMap((one, index) => [
        ...(isSingleAccount ? [] : [['Student', uniqueNames[index] ?? ''] as [string, string]]),
        ...toReminderFacts(one),
      ]),
      action: { label: 'See the fees and pay', url: `${publicUrl}/fees` },
    };
  },
  sms: {
    words: ({ ask, more = [], isGuardians = false, ...first }) => {
      if (more.length > 0 || isGuardians) return describeAccountsForSms([first, ...more], ask);
      const { balance, payCode } = first;
      return `${describeDueSum(first)}. Balance: ${balance}. ${ask || `Pay code ${payCode}`}`;
    },
  },
});

const toReminderFacts = (one: RemindedAccount): [string, string][] => [
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
function describeAccountsForSms(accounts: readonly RemindedAccount[], ask: string | undefined): string {
  const names = toUniqueNames(
    accounts.map((one) => ({ ...one, firstName: truncate(one.firstName, LONGEST_NAME) })),
  );
  const describeFirstAccounts = (count: number, hasBalance: boolean) => {
    const accountLines = accounts.slice(0, count).map((one, index) => {
      const balanceText = hasBalance ? `, balance ${one.balance}` : '';
      const payCodeText = ask ? '' : `, pay code ${one.payCode}`;
      return `${names[index]}: ${formatLocalMoney(one.amount)} ${describeDueDay(one)}${balanceText}${payCodeText}.`;
    });
    const unnamedCount = accounts.length - count;
    return toNearestText(
      ['Fees of', ...accountLines, unnamedCount > 0 ? `And ${unnamedCount} more.` : '', ask ?? '']
        .filter(Boolean)
        .join(' '),
    );
  };
  const isShortEnough = (text: string) => text.length <= MAX_NAMES_LENGTH;
  const fullText = describeFirstAccounts(accounts.length, true);
  if (isShortEnough(fullText)) return fullText;
  const fallingCounts = accounts.map((_, index) => accounts.length - index);
  return (
    fallingCounts.map((count) => describeFirstAccounts(count, false)).find(isShortEnough) ??
    describeFirstAccounts(1, false)
  );
}

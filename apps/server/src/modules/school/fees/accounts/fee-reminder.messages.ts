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
  /** True when it is due on the day on which the reminder was queued. Absent in reminders of an earlier release. */
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
  /** `more`: other people with the same address or number, such as a sister. */
  data: account.extend({
    more: z.array(account).optional(),
    /** True when the number is a guardian's. */
    isGuardians: z.boolean().optional(),
    /** Phone or address for questions, when the site has no details for payments. */
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
    const all = [first, ...more];
    const names = toNames(all);
    const isOne = more.length === 0;
    return {
      subject: isOne ? describeDues(first) : `Fees of ${names.join(', ')}`,
      heading: isOne ? `Hello ${first.firstName}` : 'Hello',
      paragraphs: [
        'If you have paid in the last days, thank you: please take no notice of this.',
        ...(ask ? [ask] : []),
      ],
      facts: all.flatMap((one, index) => [
        ...(isOne ? [] : [['Student', names[index] ?? ''] as [string, string]]),
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

/** People of the same name are distinguished by their references. */
function toNames(accounts: readonly RemindedAccount[]): string[] {
  const isUniqueName = (name: string) => accounts.filter(({ firstName }) => firstName === name).length === 1;
  return accounts.map(({ firstName, reference }) =>
    isUniqueName(firstName) ? firstName : `${firstName} (${reference})`,
  );
}

const LONGEST_NAME = 20;
/** Letters of two SMS, less how to end them and the ending of the institute. */
const ROOM_FOR_NAMES = 306 - ' Reply STOP to end.'.length - ' - '.length - smsLimits.ending;

/** With balances if they fit, and as many people as fit. */
function nameAccounts(accounts: readonly RemindedAccount[], ask: string | undefined): string {
  const names = toNames(
    accounts.map((one) => ({ ...one, firstName: truncate(one.firstName, LONGEST_NAME) })),
  );
  const write = (count: number, hasBalance: boolean) => {
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
  const hasRoom = (text: string) => text.length <= ROOM_FOR_NAMES;
  const whole = write(accounts.length, true);
  if (hasRoom(whole)) return whole;
  const counts = accounts.map((_, index) => accounts.length - index);
  return counts.map((count) => write(count, false)).find(hasRoom) ?? write(1, false);
}

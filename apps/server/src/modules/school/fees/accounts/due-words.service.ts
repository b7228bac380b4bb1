import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { DueAccount } from './fee-due.service.ts';

/** The sum that somebody has to pay next. */
export interface NextDueSum {
  amount: number;
  dueOn: string;
  isOverdue: boolean;
  /** True when the message was queued on the due day. Absent in reminders of an earlier release. */
  isToday?: boolean | undefined;
}

/** Returns the whole overdue sum, or the next one that is due. */
export const toNextDueSum = (
  { overdue, nextDueOn, nextDueAmount }: Pick<DueAccount, 'overdue' | 'nextDueOn' | 'nextDueAmount'>,
  today: string,
) => ({
  amount: overdue > 0 ? overdue : nextDueAmount,
  dueOn: nextDueOn,
  isOverdue: nextDueOn < today,
  isToday: nextDueOn === today,
});

/** Says what is due: "UGX 250,000 of your fees is overdue since 1 Feb 2027". */
export const describeDueSum = (dues: NextDueSum): string =>
  `${formatLocalMoney(dues.amount)} of your fees ${describeDueDay(dues)}`;

/** Names the day even when it is today, because a message may arrive late. */
export function describeDueDay({ dueOn, isOverdue, isToday }: Omit<NextDueSum, 'amount'>): string {
  const dueDayText = formatDate(dueOn);
  if (isToday) return `is due today, ${dueDayText}`;
  return isOverdue ? `is overdue since ${dueDayText}` : `is due on ${dueDayText}`;
}

import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { DueAccount } from './fee-due.service.ts';

/** The sum that somebody has to pay next. */
export interface Dues {
  amount: number;
  dueOn: string;
  isOverdue: boolean;
  /** True when the message was queued on the due day. Absent in reminders of an earlier release. */
  isToday?: boolean | undefined;
}

/** Returns the whole overdue sum, or the next one that is due. */
export const readDues = (
  { overdue, nextDueOn, nextDueAmount }: Pick<DueAccount, 'overdue' | 'nextDueOn' | 'nextDueAmount'>,
  today: string,
) => ({
  amount: overdue > 0 ? overdue : nextDueAmount,
  dueOn: nextDueOn,
  isOverdue: nextDueOn < today,
  isToday: nextDueOn === today,
});

/** Says what is due: "UGX 250,000 of your fees is overdue since 1 Feb 2027". */
export const describeDues = (dues: Dues): string =>
  `${formatLocalMoney(dues.amount)} of your fees ${describeDue(dues)}`;

/** Names the day even when it is today, because a message may arrive late. */
export function describeDue({ dueOn, isOverdue, isToday }: Omit<Dues, 'amount'>): string {
  const day = formatDate(dueOn);
  if (isToday) return `is due today, ${day}`;
  return isOverdue ? `is overdue since ${day}` : `is due on ${day}`;
}

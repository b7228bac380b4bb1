import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { DueAccount } from './fee-due.service.ts';

/** What somebody owes first. */
export interface Dues {
  amount: number;
  dueOn: string;
  isOverdue: boolean;
  /** True when it is due on the day on which the message was queued. Absent in reminders of an earlier release. */
  isToday?: boolean | undefined;
}

/** The whole overdue sum, or else what is due next. */
export const readDues = (
  { overdue, nextDueOn, nextDueAmount }: Pick<DueAccount, 'overdue' | 'nextDueOn' | 'nextDueAmount'>,
  today: string,
) => ({
  amount: overdue > 0 ? overdue : nextDueAmount,
  dueOn: nextDueOn,
  isOverdue: nextDueOn < today,
  isToday: nextDueOn === today,
});

/** "UGX 250,000 of your fees is overdue since 1 Feb 2027". */
export const describeDues = (dues: Dues): string =>
  `${formatLocalMoney(dues.amount)} of your fees ${describeDue(dues)}`;

/** With the day also today, because a message may be late. */
export function describeDue({ dueOn, isOverdue, isToday }: Omit<Dues, 'amount'>): string {
  const day = formatDate(dueOn);
  if (isToday) return `is due today, ${day}`;
  return isOverdue ? `is overdue since ${day}` : `is due on ${day}`;
}

import type { FeeRemindersInput } from '@institute/contract';
import { askHowToPay, balanceText, payCode } from '@institute/contract/fees.constants';
import { addDays, kampalaDay, kampalaInstant } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { readRows, text } from '../../../sql.ts';
import { rolledBack, transaction } from '../../../transaction.ts';
import { queueInBulk, writeToApplicant } from '../../platform/outbox/outbox.service.ts';
import { stoppedAmong } from '../../platform/outbox/sms-number.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { recordFeeActivity } from './charge-office.service.ts';
import { feeReminder } from './fee.messages.ts';
import { type DueAccount, listAccountsDueOn, listDebtors } from './fee-due.service.ts';

/** Days after a charge is due. */
const REMINDER_DAYS = [-7, 0, 7, 21];

/**
 * Reminds applicants of what is due, one message a day for each person. It may run twice: whoever was reminded today
 * is left out.
 */
export async function remindOfFees(ctx: Ctx): Promise<void> {
  const today = kampalaDay(ctx.now());
  const days = REMINDER_DAYS.map((after) => addDays(today, -after));
  await transaction(ctx, (tx) => remindAccounts(tx, () => listAccountsDueOn(tx, days)));
}

/** The office reminds some people, on any day and of any intake. */
export const remindDebtors = (ctx: Ctx, { registrations }: FeeRemindersInput): Promise<Reminders> =>
  transaction(ctx, async (tx) => {
    const { debtors, messages } = await remindAccounts(tx, () => listDebtors(tx, registrations));
    const reminders = countReminders(debtors, messages);
    await recordFeeActivity(tx, null, `Reminded ${reminders.people} people of fees`);
    return reminders;
  });

/** Says whom `remindDebtors` would write to, by doing all of it but the commit. */
export const planReminders = (ctx: Ctx, { registrations }: FeeRemindersInput): Promise<Reminders> =>
  rolledBack(ctx, async (tx) => {
    const { debtors, messages } = await remindAccounts(tx, () => listDebtors(tx, registrations));
    return countReminders(debtors, messages);
  });

export interface Reminders {
  people: number;
  emails: number;
  sms: number;
  /** Debtors who were reminded today, want no SMS or cannot be reached. */
  leftOut: number;
}

function countReminders(debtors: number, messages: readonly QueuedMessage[][]): Reminders {
  const all = messages.flat();
  const sms = all.filter(({ channel }) => channel === 'sms').length;
  const people = messages.filter(({ length }) => length > 0).length;
  return { people, emails: all.length - sms, sms, leftOut: debtors - people };
}

/** After the lock, so that nobody is reminded by two calls. Answers the messages of each person. */
async function remindAccounts(tx: TxCtx, list: () => Promise<DueAccount[]>) {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('reminders of fees', 0))`);
  const due = await list();
  const reminded = await readRows(tx.em, { recipient: text })(
    `select recipient from outgoing_messages where kind = ? and created_at >= ?`,
    [feeReminder.kind, kampalaInstant(`${kampalaDay(tx.now())}T00:00`)],
  );
  const seen = new Set(reminded.map(({ recipient }) => recipient));
  const stopped = await stoppedAmong(
    tx,
    due.flatMap(({ number }) => number ?? []),
  );
  const { fees, institute, messages: channels } = (await getSite(tx)).view;
  const ask = askHowToPay(fees, institute.phones);
  const messages = due.map(({ email, number, ...account }) => {
    const person = [email?.toLowerCase(), number].flatMap((recipient) => recipient ?? []);
    if (person.some((recipient) => seen.has(recipient)) || (number && stopped.has(number))) return [];
    for (const recipient of person) seen.add(recipient);
    const { firstName, reference, overdue, nextDueOn, nextDueAmount } = account;
    const data = {
      firstName,
      reference,
      payCode: payCode(account.registrationId),
      amount: overdue > 0 ? overdue : nextDueAmount,
      dueOn: nextDueOn,
      isOverdue: overdue > 0,
      balance: balanceText(account.balance),
      ask,
    };
    return writeToApplicant({ email, number }, channels.smsTo, feeReminder, data);
  });
  await queueInBulk(tx, messages.flat());
  return { debtors: due.length, messages };
}

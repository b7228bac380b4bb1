import { askHowToPay, balanceText, payCode } from '@institute/contract/fees.constants';
import { addDays, kampalaDay, kampalaInstant } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { readRows, text } from '../../../../sql.ts';
import { transaction } from '../../../../transaction.ts';
import { queueInBulk, writeToApplicant } from '../../../platform/outbox/outbox.service.ts';
import { stoppedAmong } from '../../../platform/outbox/sms-number.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { feeReminder } from './fee.messages.ts';
import { type DueAccount, listAccountsDueOn } from './fee-due.service.ts';

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

/** After the lock, so that nobody is reminded by two calls. */
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
}

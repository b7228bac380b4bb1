import { balanceText, payCode } from '@institute/contract/fees.constants';
import { addDays, kampalaDay, kampalaInstant } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../transaction.ts';
import { queueInBulk, writeToApplicant } from '../outbox/outbox.service.ts';
import { stoppedAmong } from '../outbox/sms-number.service.ts';
import { getSite } from '../site/site.service.ts';
import { feeReminder } from './fee.messages.ts';
import { listAccountsDueOn } from './fee-account.service.ts';

/** Days after a charge is due. */
const REMINDER_DAYS = [-7, 0, 7, 21];

/**
 * Reminds applicants of what is due, one message a day for each person. It may run twice: whoever was reminded today
 * is left out.
 */
export async function remindOfFees(ctx: Ctx): Promise<void> {
  const today = kampalaDay(ctx.now());
  const days = REMINDER_DAYS.map((after) => addDays(today, -after));
  await transaction(ctx, async (tx) => {
    await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('reminders of fees', 0))`);
    const due = await listAccountsDueOn(tx, days);
    const reminded = await tx.em.execute<{ recipient: string }[]>(
      `select recipient from outgoing_messages where kind = ? and created_at >= ?`,
      [feeReminder.kind, kampalaInstant(`${today}T00:00`)],
    );
    const seen = new Set(reminded.map(({ recipient }) => recipient));
    const stopped = await stoppedAmong(
      tx,
      due.flatMap(({ number }) => number ?? []),
    );
    const { smsTo } = (await getSite(tx)).view.messages;
    const messages = due.flatMap(({ email, number, ...account }) => {
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
      };
      return writeToApplicant({ email, number }, smsTo, feeReminder, data);
    });
    await queueInBulk(tx, messages);
  });
}

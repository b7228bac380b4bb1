import { askHowToPay, formatBalance, payCode } from '@institute/contract/fees.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import { addDays, fromLocalTime, toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { readRows, text } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { type Addresses, chooseChannels, queueInBulk } from '../../../platform/outbox/outbox.service.ts';
import { findStopped } from '../../../platform/outbox/sms/sms-number.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { chooseSmsContact } from '../../registrations/registration-contact.service.ts';
import { readDues } from './due-words.service.ts';
import { type DueAccount, listAccountsDueOn } from './fee-due.service.ts';
import { feeReminderMessage, type RemindedAccount } from './fee-reminder.messages.ts';

/** Days after a charge is due. */
const REMINDER_DAYS = [-7, 0, 7, 21];

/**
 * Reminds applicants of what is due, one message a day for each person. It may run twice: a person who was reminded today
 * is left out.
 */
export async function remindOfFees(ctx: Ctx): Promise<void> {
  const today = toLocalDay(ctx.now());
  const days = REMINDER_DAYS.map((after) => addDays(today, -after));
  await runInTransaction(ctx, (tx) => remindAccounts(tx, () => listAccountsDueOn(tx, days)));
}

/** After the lock, so that nobody is reminded by two calls. */
async function remindAccounts(tx: TxCtx, list: () => Promise<DueAccount[]>) {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('reminders of fees', 0))`);
  const due = await list();
  const reminded = await readRows(tx.em, { recipient: text })(
    `select recipient from outgoing_messages where kind = ? and created_at >= ?`,
    [feeReminderMessage.kind, fromLocalTime(`${toLocalDay(tx.now())}T00:00`)],
  );
  const notified = new Set(reminded.map(({ recipient }) => recipient));
  const { fees, institute, messages } = (await getSite(tx)).view;
  const ask = askHowToPay(fees, institute.phones);
  const people = due.map((account) => toPerson(account, toLocalDay(tx.now())));
  const stopped = await findStopped(
    tx,
    people.flatMap(({ number }) => number ?? []),
  );
  const isTold = ({ email, number }: Addresses) =>
    [email, number].some((recipient) => recipient && (notified.has(recipient) || stopped.has(recipient)));
  const recipients = people.filter((person) => !isTold(person));
  await queueInBulk(tx, mergeReminders(recipients, { smsTo: messages.smsTo, ask }));
}

type Person = ReturnType<typeof toPerson>;

function toPerson(account: DueAccount, today: string) {
  const { firstName, reference } = account;
  const reminded: RemindedAccount = {
    firstName,
    reference,
    payCode: payCode(account.registrationId),
    ...readDues(account, today),
    balance: formatBalance(account.balance),
  };
  return { email: account.email?.toLowerCase() ?? null, ...chooseSmsContact(account, today), reminded };
}

/** One message for each address and number, with everybody whom it is about. */
function mergeReminders(people: readonly Person[], { smsTo, ask }: { smsTo: SmsAudience; ask: string }) {
  const contacts = people.flatMap((person) => {
    // The email may be the child's own
    const audience = person.isGuardians && smsTo === 'withoutEmail' ? 'always' : smsTo;
    return chooseChannels(person, audience).map((channel) => ({ channel, ...person }));
  });
  const together = Map.groupBy(contacts, ({ channel, email, number }) =>
    channel === 'email' ? email : number,
  );
  return [...together].flatMap(([recipient, all]) => {
    const [first, ...others] = all;
    if (!first || !recipient) return [];
    const { channel, isGuardians, reminded } = first;
    const more = others.map((other) => other.reminded);
    const data = { ...reminded, ask, isGuardians, ...(more.length > 0 && { more }) };
    return [
      channel === 'sms'
        ? feeReminderMessage.sms({ recipient, data })
        : feeReminderMessage.email({ recipient, data }),
    ];
  });
}

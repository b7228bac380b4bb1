import { askHowToPay, formatBalance, payCode } from '@institute/contract/fees.constants';
import type { SmsAudience } from '@institute/contract/site.constants';
import { addDays, fromLocalTime, toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { readRows, text } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import {
  type ApplicantAddresses,
  chooseChannels,
  queueMessagesInBulk,
} from '../../../platform/outbox/outbox.service.ts';
import { findStoppedNumbers } from '../../../platform/outbox/sms/sms-number.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { chooseSmsContact } from '../../registrations/registration-contact.service.ts';
import { toNextDueSum } from './due-words.service.ts';
import { type DueAccount, listAccountsDueOn } from './fee-due.service.ts';
import { feeReminderMessage, type RemindedAccount } from './fee-reminder.messages.ts';

/** Days after the due day on which reminders are sent. Negative: before the due day. */
const REMINDER_DAYS = [-7, 0, 7, 21];

/**
 * Reminds applicants of charges that are due, with one message a day for each person. A second run on the same day
 * leaves out everybody who was reminded.
 */
export async function remindOfFees(ctx: Ctx): Promise<void> {
  const today = toLocalDay(ctx.now());
  const reminderDueDays = REMINDER_DAYS.map((after) => addDays(today, -after));
  await runInTransaction(ctx, (tx) => remindAccounts(tx, () => listAccountsDueOn(tx, reminderDueDays)));
}

/** Reads the accounts after the lock, so that two calls at once do not remind anybody twice. */
async function remindAccounts(tx: TxCtx, list: () => Promise<DueAccount[]>) {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('reminders of fees', 0))`);
  const dueAccounts = await list();
  const sentReminders = await readRows(tx.em, { recipient: text })(
    `select recipient from outgoing_messages where kind = ? and created_at >= ?`,
    [feeReminderMessage.kind, fromLocalTime(`${toLocalDay(tx.now())}T00:00`)],
  );
  const remindedRecipients = new Set(sentReminders.map(({ recipient }) => recipient));
  const { fees, institute, messages } = (await getSite(tx)).view;
  const howToPayText = askHowToPay(fees, institute.phones);
  const remindedPeople = dueAccounts.map((account) => toRemindedPerson(account, toLocalDay(tx.now())));
  const stoppedNumbers = await findStoppedNumbers(
    tx,
    remindedPeople.flatMap(({ number }) => number ?? []),
  );
  const isAlreadyReminded = ({ email, number }: ApplicantAddresses) =>
    [email, number].some(
      (recipient) => recipient && (remindedRecipients.has(recipient) || stoppedNumbers.has(recipient)),
    );
  const remainingPeople = remindedPeople.filter((person) => !isAlreadyReminded(person));
  await queueMessagesInBulk(
    tx,
    mergeReminders(remainingPeople, { smsTo: messages.smsTo, ask: howToPayText }),
  );
}

type RemindedPerson = ReturnType<typeof toRemindedPerson>;

function toRemindedPerson(account: DueAccount, today: string) {
  const { firstName, reference } = account;
  const accountData: RemindedAccount = {
    firstName,
    reference,
    payCode: payCode(account.registrationId),
    ...toNextDueSum(account, today),
    balance: formatBalance(account.balance),
  };
  return {
    email: account.email?.toLowerCase() ?? null,
    ...chooseSmsContact(account, today),
    reminded: accountData,
  };
}

/** Makes one message for each email and phone, about all of its people. */
function mergeReminders(
  people: readonly RemindedPerson[],
  { smsTo, ask }: { smsTo: SmsAudience; ask: string },
) {
  const peopleByChannel = people.flatMap((person) => {
    // The email may be the child's own, so the guardian gets an SMS too
    const smsAudience = person.isGuardians && smsTo === 'withoutEmail' ? 'always' : smsTo;
    return chooseChannels(person, smsAudience).map((channel) => ({ channel, ...person }));
  });
  const contactsByRecipient = Map.groupBy(peopleByChannel, ({ channel, email, number }) =>
    channel === 'email' ? email : number,
  );
  return [...contactsByRecipient].flatMap(([recipient, all]) => {
    const [first, ...others] = all;
    if (!first || !recipient) return [];
    const { channel, isGuardians, reminded } = first;
    const otherAccounts = others.map((other) => other.reminded);
    const reminderData = {
      ...reminded,
      ask,
      isGuardians,
      ...(otherAccounts.length > 0 && { more: otherAccounts }),
    };
    return [
      channel === 'sms'
        ? feeReminderMessage.sms({ recipient, data: reminderData })
        : feeReminderMessage.email({ recipient, data: reminderData }),
    ];
  });
}

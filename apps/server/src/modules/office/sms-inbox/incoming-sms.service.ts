import { askHowToPay, formatBalance, payCode } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { formatLocalMoney } from '@institute/contract/money';
import { formatPhone } from '@institute/contract/phone';
import { queueText, statusWords } from '@institute/contract/registrations.constants';
import { removeInvisible, toPlainDigits } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { messagePriorities } from '../../../messaging/message-kind.ts';
import { bool, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { countRecentSms, queueMessage } from '../../platform/outbox/outbox.service.ts';
import { lockSmsNumber } from '../../platform/outbox/sms/sms-number.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { storeIncomingSms } from '../../school/contact-messages/contact-message.service.ts';
import { findFeeAccount } from '../../school/fees/accounts/fee-account.service.ts';
import {
  findStatusByPhone,
  type RegistrationState,
} from '../../school/registrations/registration-status.service.ts';
import { IncomingSmsEntity } from './incoming-sms.entity.ts';
import { smsAnswerMessage } from './sms-inbox.messages.ts';
import type { IncomingSms } from './sms-notices.ts';

/** Gateways may send the same message again for some days, so its id is kept longer. */
const SMS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The same limit as for all SMS to one number in an hour. */
const MAX_ANSWERS_PER_HOUR = 5;

/** A message that is already stored is ignored. */
export const receiveSms = (ctx: Ctx, { id, from, text }: IncomingSms): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const newRows = await readRows(tx.em, { isNew: bool })(
      'insert into incoming_sms (id, at) values (?, ?) on conflict do nothing returning true as "isNew"',
      [id, tx.now()],
    );
    if (newRows.length === 0) return;
    // Operators write under a name or a short number, which nobody can answer
    const number = parseInternationalPhone(from)?.number;
    if (number) await receiveFromNumber(tx, number, text);
    else await storeIncomingSms(tx, { name: from || 'Unknown', phone: from, message: text });
  });

async function receiveFromNumber(tx: TxCtx, number: string, text: string): Promise<void> {
  const smsNumber = await lockSmsNumber(tx, number);
  const { institute, messages } = (await getSite(tx)).view;
  const queueReply = (words: string, priority: number = messagePriorities.byVisitors) =>
    queueAnswer(tx, { recipient: number, text: words, priority });
  const command = parseCommand(text);

  if (command.name === 'stop' && !smsNumber.stoppedAt) {
    smsNumber.stoppedAt = tx.now();
    await queueReply(
      `You will get no more SMS from ${institute.name || 'us'}. Send START to get them again.`,
      messagePriorities.usual,
    );
  }
  if (command.name === 'start') {
    smsNumber.stoppedAt = null;
    await queueReply(`You will get SMS from ${institute.name || 'us'} again.`);
  }
  if (command.name === 'status' || command.name === 'balance') {
    const registrationState = await findStatusByPhone(tx, number, command.reference);
    const [phone] = institute.phones;
    const unknownText = `We found no registration with this number.${phone ? ` Call ${phone}.` : ''}`;
    const writeText = command.name === 'status' ? describeStatus : describeBalance;
    await queueReply(registrationState ? await writeText(tx, registrationState) : unknownText);
  }
  if (command.isMessage) {
    await storeIncomingSms(tx, { name: formatPhone(number), phone: number, message: text });
    const isThanksDue = !smsNumber.thankedAt || smsNumber.thankedAt.getTime() <= tx.now().getTime() - DAY_MS;
    if (messages.smsReply && !command.name && isThanksDue && !smsNumber.stoppedAt) {
      smsNumber.thankedAt = tx.now();
      await queueReply(messages.smsReply);
    }
  }
  await tx.em.flush();
}

/** A number that writes again and again gets no further answers, and so cannot fill the outbox. */
async function queueAnswer(
  tx: TxCtx,
  { text, ...answer }: { recipient: string; text: string; priority: number },
) {
  const message = smsAnswerMessage.sms({ data: { text }, ...answer });
  if ((await countRecentSms(tx, message)) < MAX_ANSWERS_PER_HOUR) await queueMessage(tx, message);
}

interface SmsCommand {
  name?: 'stop' | 'start' | 'status' | 'balance';
  reference?: string;
  /** True when the office should read the text. */
  isMessage: boolean;
}

/** `Stop please` is a command. `Start date of Tailoring?` is a question. */
export function parseCommand(text: string): SmsCommand {
  const words =
    toPlainDigits(removeInvisible(text))
      .toLowerCase()
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  const [first] = words;
  if (first === 'stop') return { name: 'stop', isMessage: words.length > 3 };
  if (first === 'start' && words.length <= 2) return { name: 'start', isMessage: false };
  if (first !== 'status' && first !== 'balance') return { isMessage: true };
  const reference = findReference(words);
  return { name: first, isMessage: false, ...(reference !== undefined && { reference }) };
}

/** Returns the word `reg` and the numbers after it, also when they are no whole reference. */
function findReference(words: string[]): string | undefined {
  const referenceStart = words.findIndex((word) => /^reg[\do]*$/.test(word));
  if (referenceStart < 0) return undefined;
  const laterWords = words.slice(referenceStart + 1);
  const numbersEnd = laterWords.findIndex((word) => !/^[\do]+$/.test(word));
  return [words[referenceStart], ...(numbersEnd < 0 ? laterWords : laterWords.slice(0, numbersEnd))].join(
    ' ',
  );
}

/** For an accepted applicant the text ends with the balance. */
async function describeStatus(tx: TxCtx, { reference, status, place }: RegistrationState): Promise<string> {
  const isAccepted = status === statusWords.accepted;
  const account = isAccepted ? await findFeeAccount(tx, reference) : null;
  return [
    `${reference}: ${status}`,
    ...(place ? [queueText(place)] : []),
    ...(account ? [`Balance: ${formatBalance(account.balance)}`] : []),
  ].join('. ');
}

async function describeBalance(tx: TxCtx, { reference }: RegistrationState): Promise<string> {
  const account = await findFeeAccount(tx, reference);
  if (!account) return `${reference}: no fees are charged.`;
  const { balance, nextDueOn, nextDueAmount, registrationId } = account;
  const { fees, institute } = (await getSite(tx)).view;
  return [
    `${reference}: balance ${formatBalance(balance)}`,
    ...(nextDueOn ? [`Next: ${formatLocalMoney(nextDueAmount ?? 0)} by ${formatDate(nextDueOn)}`] : []),
    askHowToPay(fees, institute.phones) || `Pay code ${payCode(registrationId)}`,
  ].join('. ');
}

export async function purgeIncomingSms({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(IncomingSmsEntity, { at: { $lte: new Date(now().getTime() - SMS_KEPT_MS) } });
}

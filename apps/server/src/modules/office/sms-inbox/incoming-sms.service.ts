import { askHowToPay, formatBalance, payCode } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { formatLocalMoney } from '@institute/contract/money';
import { formatPhone } from '@institute/contract/phone';
import { formatWaitingListPlace, statusWords } from '@institute/contract/registrations.constants';
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
  type ApplicantStatusView,
  findStatusByPhone,
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
    const newSmsRows = await readRows(tx.em, { isNew: bool })(
      'insert into incoming_sms (id, at) values (?, ?) on conflict do nothing returning true as "isNew"',
      [id, tx.now()],
    );
    if (newSmsRows.length === 0) return;
    // Operators write under a name or a short number, which nobody can answer
    const senderNumber = parseInternationalPhone(from)?.number;
    if (senderNumber) await receiveFromNumber(tx, senderNumber, text);
    else await storeIncomingSms(tx, { name: from || 'Unknown', phone: from, message: text });
  });

async function receiveFromNumber(tx: TxCtx, number: string, text: string): Promise<void> {
  const smsNumber = await lockSmsNumber(tx, number);
  const { institute, messages } = (await getSite(tx)).view;
  const queueReplyToSender = (words: string, priority: number = messagePriorities.byVisitors) =>
    queueAnswer(tx, { recipient: number, text: words, priority });
  const smsCommand = parseCommand(text);

  if (smsCommand.name === 'stop' && !smsNumber.stoppedAt) {
    smsNumber.stoppedAt = tx.now();
    await queueReplyToSender(
      `You will get no more SMS from ${institute.name || 'us'}. Send START to get them again.`,
      messagePriorities.usual,
    );
  }
  if (smsCommand.name === 'start') {
    smsNumber.stoppedAt = null;
    await queueReplyToSender(`You will get SMS from ${institute.name || 'us'} again.`);
  }
  if (smsCommand.name === 'status' || smsCommand.name === 'balance') {
    const registrationState = await findStatusByPhone(tx, number, smsCommand.reference);
    const [phone] = institute.phones;
    const unknownNumberText = `We found no registration with this number.${phone ? ` Call ${phone}.` : ''}`;
    const describeStatusOrBalance = smsCommand.name === 'status' ? describeStatus : describeBalance;
    await queueReplyToSender(
      registrationState ? await describeStatusOrBalance(tx, registrationState) : unknownNumberText,
    );
  }
  if (smsCommand.isMessage) {
    await storeIncomingSms(tx, { name: formatPhone(number), phone: number, message: text });
    const isThanksDue = !smsNumber.thankedAt || smsNumber.thankedAt.getTime() <= tx.now().getTime() - DAY_MS;
    if (messages.smsReply && !smsCommand.name && isThanksDue && !smsNumber.stoppedAt) {
      smsNumber.thankedAt = tx.now();
      await queueReplyToSender(messages.smsReply);
    }
  }
  await tx.em.flush();
}

/** A number that writes again and again gets no further answers, and so cannot fill the outbox. */
async function queueAnswer(
  tx: TxCtx,
  { text, ...answer }: { recipient: string; text: string; priority: number },
) {
  const answerMessage = smsAnswerMessage.sms({ data: { text }, ...answer });
  if ((await countRecentSms(tx, answerMessage)) < MAX_ANSWERS_PER_HOUR) await queueMessage(tx, answerMessage);
}

interface SmsCommand {
  name?: 'stop' | 'start' | 'status' | 'balance';
  reference?: string;
  /** True when the office should read the text. */
  isMessage: boolean;
}

/** `Stop please` is a command. `Start date of Tailoring?` is a question. */
export function parseCommand(text: string): SmsCommand {
  const plainWords =
    toPlainDigits(removeInvisible(text))
      .toLowerCase()
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  const [first] = plainWords;
  if (first === 'stop') return { name: 'stop', isMessage: plainWords.length > 3 };
  if (first === 'start' && plainWords.length <= 2) return { name: 'start', isMessage: false };
  if (first !== 'status' && first !== 'balance') return { isMessage: true };
  const registrationReference = findReferenceInWords(plainWords);
  return {
    name: first,
    isMessage: false,
    ...(registrationReference !== undefined && { reference: registrationReference }),
  };
}

/** Returns the word `reg` and the numbers after it, also when they are no whole reference. */
function findReferenceInWords(words: string[]): string | undefined {
  const referenceStart = words.findIndex((word) => /^reg[\do]*$/.test(word));
  if (referenceStart < 0) return undefined;
  const wordsAfterStart = words.slice(referenceStart + 1);
  const numbersEnd = wordsAfterStart.findIndex((word) => !/^[\do]+$/.test(word));
  return [
    words[referenceStart],
    ...(numbersEnd < 0 ? wordsAfterStart : wordsAfterStart.slice(0, numbersEnd)),
  ].join(' ');
}

/** For an accepted applicant the text ends with the balance. */
async function describeStatus(tx: TxCtx, { reference, status, place }: ApplicantStatusView): Promise<string> {
  const isAccepted = status === statusWords.accepted;
  const feeAccount = isAccepted ? await findFeeAccount(tx, reference) : null;
  return [
    `${reference}: ${status}`,
    ...(place ? [formatWaitingListPlace(place)] : []),
    ...(feeAccount ? [`Balance: ${formatBalance(feeAccount.balance)}`] : []),
  ].join('. ');
}

async function describeBalance(tx: TxCtx, { reference }: ApplicantStatusView): Promise<string> {
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

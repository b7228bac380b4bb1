import { writeSms } from '@institute/contract/sms-template';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError, invalidInputError } from '../../../../errors.ts';
import { isStopHintNeeded } from '../outbox.service.ts';
import { queueWrittenMessages } from '../outgoing-words.service.ts';
import { findNumberRefusal } from '../sms/sms-limits.service.ts';
import { officeSmsMessage } from './office-sms.messages.ts';

/** A phone number in international form. Null or absent when the phone is not valid. */
type SmsRecipient = string | null | undefined;

const refusalTexts = {
  number: 'This is no number that can get an SMS',
  country: 'Numbers of this country get no SMS',
  STOP: 'This number has sent STOP and gets no SMS',
} as const;

/** `ending` is the text that the site settings add to every SMS. */
export async function readOfficeSmsState(
  ctx: Pick<Ctx, 'em' | 'config'>,
  { recipient, ending }: Pick<OfficeSms, 'recipient' | 'ending'>,
) {
  const smsRefusal = recipient ? await findNumberRefusal(ctx, recipient) : 'number';
  return {
    refusal: smsRefusal && refusalTexts[smsRefusal],
    ending,
    saysStop: await isStopHintNeeded(ctx, recipient ?? ''),
  };
}

interface OfficeSms {
  recipient: SmsRecipient;
  text: string;
  ending: string;
  /** Reference of the registration from whose screen the office wrote. */
  reference?: string | null | undefined;
  /** Numbers that belong to the recipient, such as a pay code. */
  known?: readonly string[];
}

/** Queues an SMS that the office has written. Refuses one that could not be sent, so that the office sees it at once. */
export async function queueOfficeSms(tx: TxCtx, sms: OfficeSms): Promise<void> {
  const { recipient, text, ending, reference, known = [] } = sms;
  const { refusal, saysStop } = await readOfficeSmsState(tx, sms);
  if (refusal || !recipient) throw new AppError('CONFLICT', refusal ?? refusalTexts.number);
  if (writeSms(text, undefined, ending, { saysStop }).isCut)
    throw invalidInputError([{ path: 'text', message: 'This is longer than two SMS' }]);
  const officeSmsData = { text, ...(reference && { reference }) };
  await queueWrittenMessages(tx, [officeSmsMessage.sms({ recipient, data: officeSmsData })], { known });
}

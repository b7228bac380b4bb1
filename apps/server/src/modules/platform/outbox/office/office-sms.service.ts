import { writeSms } from '@institute/contract/sms-template';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError, invalidInput } from '../../../../errors.ts';
import { needsStopHint, queueMessage } from '../outbox.service.ts';
import { refusalOfNumber } from '../sms/sms-limits.service.ts';
import { officeSmsMessage } from './office-sms.messages.ts';

/** In international form; none when a phone is no valid number. */
type Recipient = string | null | undefined;

const refusals = {
  number: 'This is no number that can get an SMS',
  country: 'Numbers of this country get no SMS',
  STOP: 'This number has sent STOP and gets no SMS',
} as const;

/** `ending` is what the site's settings put after every SMS. */
export async function officeSmsState(
  ctx: Pick<Ctx, 'em' | 'config'>,
  { recipient, ending }: Pick<OfficeSms, 'recipient' | 'ending'>,
) {
  const refusal = recipient ? await refusalOfNumber(ctx, recipient) : 'number';
  return {
    refusal: refusal && refusals[refusal],
    ending,
    saysStop: await needsStopHint(ctx, recipient ?? ''),
  };
}

interface OfficeSms {
  recipient: Recipient;
  text: string;
  ending: string;
  /** The registration that the office writes from. */
  reference?: string | null | undefined;
}

/** Words of the office. Refuses what would never be sent, so that the office learns it at once. */
export async function queueOfficeSms(tx: TxCtx, sms: OfficeSms): Promise<void> {
  const { recipient, text, ending, reference } = sms;
  const { refusal, saysStop } = await officeSmsState(tx, sms);
  if (refusal || !recipient) throw new AppError('CONFLICT', refusal ?? refusals.number);
  if (writeSms(text, undefined, ending, { saysStop }).isCut)
    throw invalidInput([{ path: 'text', message: 'This is longer than two SMS' }]);
  const data = { text, ...(reference && { reference }) };
  await queueMessage(tx, officeSmsMessage.sms({ recipient, data }));
}

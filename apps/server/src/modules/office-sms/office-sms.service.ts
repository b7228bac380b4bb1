import { internationalPhone } from '@institute/contract/international-phone';
import { writeSms } from '@institute/contract/sms-template';
import type { TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { queueMessage } from '../outbox/outbox.service.ts';
import { isInCountries } from '../outbox/sms-limits.service.ts';
import { getSite } from '../site/site.service.ts';
import { readSmsNumber } from '../sms-numbers/sms-number.service.ts';

interface OfficeSms {
  /** As it was typed. */
  phone: string;
  text: string;
  /** The registration that the office writes from. */
  reference?: string;
}

/** Words of the office. Refuses what would never be sent, so that the office learns it at once. */
export async function queueOfficeSms(tx: TxCtx, { phone, text, ...from }: OfficeSms): Promise<void> {
  const number = internationalPhone(phone)?.number;
  if (!number) throw new AppError('CONFLICT', 'This is not a number that gets SMS');
  if (!isInCountries(number, tx.config)) throw new AppError('CONFLICT', 'Numbers of this country get no SMS');
  if ((await readSmsNumber(tx, number)).isStopped)
    throw new AppError('CONFLICT', 'This number has sent STOP and gets no SMS');
  const { smsEnding } = (await getSite(tx)).view.messages;
  if (writeSms(text, {}, smsEnding, { isFirst: false }).isCut)
    throw invalid([{ path: 'text', message: 'At most two SMS: please shorten the text' }]);
  await queueMessage(tx, { channel: 'sms', kind: 'office-sms', data: { text, ...from }, recipient: number });
}

import { writeSms } from '@institute/contract/sms-template';
import type { TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { isFirstSms, queueMessage } from '../outbox/outbox.service.ts';
import { isInCountries } from '../outbox/sms-limits.service.ts';
import { getSite } from '../site/site.service.ts';
import { readSmsNumber } from '../sms-numbers/sms-number.service.ts';

interface OfficeSms {
  /** In international form. */
  recipient: string;
  text: string;
  /** The registration that the office writes from. */
  reference?: string | null | undefined;
}

/** Words of the office. Refuses what would never be sent, so that the office learns it at once. */
export async function queueOfficeSms(tx: TxCtx, { recipient, text, reference }: OfficeSms): Promise<void> {
  if (!isInCountries(recipient, tx.config))
    throw new AppError('CONFLICT', 'Numbers of this country get no SMS');
  if ((await readSmsNumber(tx, recipient)).isStopped)
    throw new AppError('CONFLICT', 'This number has sent STOP and gets no SMS');
  const { smsEnding } = (await getSite(tx)).view.messages;
  const isFirst = await isFirstSms(tx, recipient);
  if (writeSms(text, {}, smsEnding, { isFirst }).isCut)
    throw invalid([{ path: 'text', message: 'This is longer than two SMS' }]);
  const data = { text, ...(reference && { reference }) };
  await queueMessage(tx, { channel: 'sms', kind: 'office-sms', recipient, data });
}

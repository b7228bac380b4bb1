import { balanceText } from '@institute/contract/fees.constants';
import { internationalPhone } from '@institute/contract/international-phone';
import type { SmsAudience } from '@institute/contract/site.constants';
import type { TxCtx } from '../../context.ts';
import type { QueuedMessage } from '../../messaging/message-kind.ts';
import { queueInBulk, queueMessage, writeToApplicant } from '../outbox/outbox.service.ts';
import { getSite } from '../site/site.service.ts';
import { refuseUnsafeSum } from './charge-office.service.ts';
import { feeCancelled, feeReceipt } from './fee.messages.ts';
import { type AccountSums, readSums } from './fee-account.service.ts';
import type { FeePaymentRow } from './fee-payment.entity.ts';

interface Payer {
  id: number;
  reference: string;
  email: string | null;
  number: string | null;
  guardianPhone: string | null;
}

/**
 * Tells the applicant and the guardian, each time: cash that is told to nobody can be kept. Payments of nobody
 * are told when they are assigned.
 */
export async function tellPayers(tx: TxCtx, payments: readonly FeePaymentRow[]): Promise<void> {
  const ids = [...new Set(payments.flatMap(({ registrationId }) => registrationId ?? []))];
  if (ids.length === 0) return;
  const sums = await readSums(tx, ids);
  for (const { paid } of sums.values()) refuseUnsafeSum(paid);
  const payers = await tx.em.execute<Payer[]>(
    `select id, reference, email, phone_international as number, guardian_phone as "guardianPhone"
     from registrations where id = any(?::int[]) and deleted_at is null`,
    [`{${ids}}`],
  );
  const payerOf = new Map(payers.map((payer) => [payer.id, payer]));
  const { smsTo } = (await getSite(tx)).view.messages;
  const messages = payments.flatMap((payment) => {
    const payer = payerOf.get(payment.registrationId ?? 0);
    return payer ? writeMessages(payment, payer, { sums: sums.get(payer.id), smsTo }) : [];
  });
  if (payments.length > 1) await queueInBulk(tx, messages);
  else for (const message of messages) await queueMessage(tx, message);
}

function writeMessages(
  { id: paymentId, amount, receiptNumber, cancellationNumber, state }: FeePaymentRow,
  { reference, email, number, guardianPhone }: Payer,
  { sums, smsTo }: { sums: AccountSums | undefined; smsTo: SmsAudience },
): QueuedMessage[] {
  const kind = state === 'cancelled' ? feeCancelled : feeReceipt;
  const data = {
    paymentId,
    reference,
    amount,
    receiptNumber: receiptNumber ?? '',
    balance: balanceText(sums?.balance ?? 0),
    ...(cancellationNumber && { cancellationNumber }),
  };
  const messages = writeToApplicant({ email, number }, smsTo, kind, data);
  const guardian = guardianPhone && smsTo !== 'never' && internationalPhone(guardianPhone)?.number;
  const isTold = messages.some(({ recipient }) => recipient === guardian);
  return guardian && !isTold ? [...messages, kind.sms({ recipient: guardian, data })] : messages;
}

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
  const receivers = await receiptReceivers(tx, payments);
  const messages = payments.flatMap((payment) => {
    const payer = payerOf.get(payment.registrationId ?? 0);
    const former = receivers.get(payment.id) ?? [];
    return payer ? writeMessages(payment, payer, { sums: sums.get(payer.id), smsTo, former }) : [];
  });
  if (payments.length > 1) await queueInBulk(tx, messages);
  else for (const message of messages) await queueMessage(tx, message);
}

type Receiver = Pick<QueuedMessage, 'channel'> & { recipient: string };

/** Who got the receipts that are cancelled now: the contact may have been changed since. */
async function receiptReceivers(
  { em }: Pick<TxCtx, 'em'>,
  payments: readonly FeePaymentRow[],
): Promise<Map<number, Receiver[]>> {
  const cancelled = payments.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : []));
  if (cancelled.length === 0) return new Map();
  const rows = await em.execute<(Receiver & { paymentId: number })[]>(
    `select distinct channel, recipient, (data->>'paymentId')::int as "paymentId" from outgoing_messages
     where kind = ? and sent_at is not null and recipient is not null and (data->>'paymentId')::int = any(?::int[])`,
    [feeReceipt.kind, `{${cancelled}}`],
  );
  return Map.groupBy(rows, ({ paymentId }) => paymentId);
}

function writeMessages(
  { id: paymentId, amount, receiptNumber, cancellationNumber, state }: FeePaymentRow,
  { reference, email, number, guardianPhone }: Payer,
  { sums, smsTo, former }: { sums: AccountSums | undefined; smsTo: SmsAudience; former: readonly Receiver[] },
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
  const receivers: Receiver[] = [
    ...(guardian ? [{ channel: 'sms' as const, recipient: guardian }] : []),
    ...former,
  ];
  for (const { channel, recipient } of receivers) {
    const isTold = messages.some((message) => message.channel === channel && message.recipient === recipient);
    if (!isTold)
      messages.push(channel === 'sms' ? kind.sms({ recipient, data }) : kind.email({ recipient, data }));
  }
  return messages;
}

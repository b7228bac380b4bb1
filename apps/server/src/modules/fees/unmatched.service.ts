import type { FeeAssignment, FeeCancellation, UnmatchedQuery } from '@institute/contract';
import type { Ctx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { lockAccountHolder, recordFeeActivity } from './charge-office.service.ts';
import { feePaymentView } from './fee-account.service.ts';
import { tellPayers } from './fee-notice.service.ts';
import { FeePaymentEntity, type FeePaymentRow } from './fee-payment.entity.ts';
import { lockPayment, toRecorded } from './fee-payment.service.ts';

const whereNobodys = { registrationId: null, kind: 'payment', isTest: false } as const;

/** Money that is nobody's yet, or that was dismissed. Newest first. */
export async function listUnmatched({ em }: Pick<Ctx, 'em'>, { limit, offset, state }: UnmatchedQuery) {
  const [rows, total] = await em.findAndCount(
    FeePaymentEntity,
    { ...whereNobodys, state: state ?? 'received' },
    { limit, offset, orderBy: { receivedOn: 'desc', id: 'desc' }, disableIdentityMap: true },
  );
  return { items: rows.map(feePaymentView), total };
}

/** For the dashboard. */
export const countUnmatched = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(FeePaymentEntity, { ...whereNobodys, state: 'received' });

async function lockNobodys(tx: TxCtx, id: number): Promise<FeePaymentRow> {
  const payment = await lockPayment(tx, id);
  if (payment.registrationId != null || payment.kind !== 'payment' || payment.isTest) {
    throw new AppError('CONFLICT', 'This payment is somebody’s already');
  }
  return payment;
}

/** The person is told now. A dismissed payment counts again. */
export function assignPayment(ctx: Ctx, { paymentId, registrationId }: FeeAssignment) {
  return transaction(ctx, async (tx) => {
    const holder = await lockAccountHolder(tx, registrationId);
    const payment = await lockNobodys(tx, paymentId);
    if (payment.state !== 'received' && payment.state !== 'dismissed') {
      throw new AppError('CONFLICT', `This payment is ${payment.state}`);
    }
    tx.em.assign(payment, { registrationId, state: 'received', reason: null });
    await tx.em.flush();
    const description = `Assigned fee payment ${payment.receiptNumber} to registration ${holder.reference}`;
    await recordFeeActivity(tx, holder.id, description);
    await tellPayers(tx, [payment]);
    return toRecorded(payment);
  });
}

/** For money that is no fee. It stays on record, so that no statement brings it back. */
export function dismissPayment(ctx: Ctx, { paymentId, reason }: FeeCancellation): Promise<{ id: number }> {
  return transaction(ctx, async (tx) => {
    const payment = await lockNobodys(tx, paymentId);
    if (payment.state !== 'received') throw new AppError('CONFLICT', `This payment is ${payment.state}`);
    tx.em.assign(payment, { state: 'dismissed', reason });
    await tx.em.flush();
    await recordFeeActivity(tx, null, `Dismissed fee payment ${payment.receiptNumber}`);
    return { id: paymentId };
  });
}

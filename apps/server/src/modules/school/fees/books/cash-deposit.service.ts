import type { DepositInput } from '@institute/contract';
import { isBackdated } from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import { refuseUnlessOwner } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { int, readRows, text } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import {
  askToRecordAgain,
  formatShillings,
  insertMovements,
  lockClosings,
} from '../accounts/fee-movement.service.ts';

/** SQL of the cash that closings counted and of the cash that was taken to the bank. Whole UGX. */
export const bankedCashSql = `select counted, banked, counted - banked as unbanked from
    (select coalesce(sum(counted), 0)::float8 as counted from cash_closings) as closed,
    (select coalesce(sum(amount), 0)::float8 as banked from fee_movements as movement where kind = 'deposit'
      and not exists (select from fee_movements as counter where counter.counters = movement.id)) as taken`;

export async function readBankedCash({ em }: Pick<Ctx, 'em'>) {
  const [cash] = await readRows(em, { counted: int, banked: int, unbanked: int })(bankedCashSql);
  return cash ?? { counted: 0, banked: 0, unbanked: 0 };
}

/**
 * Records that closed cash was taken to the bank. It is neither income nor part of a closing. Throws with the path
 * `again` when the same deposit was recorded for this day.
 */
export function depositCash(ctx: Ctx, { amount, bankedOn, bank, slip, again = false }: DepositInput) {
  if (isBackdated(bankedOn, toLocalDay(ctx.now()))) refuseUnlessOwner(ctx);
  return runInTransaction(ctx, async (tx) => {
    // Without the lock, two requests at once would both find no earlier deposit
    await lockClosings(tx, 'close');
    if (!again) await refuseRepeatedDeposit(tx, { amount, bankedOn, bank, slip });
    const depositMovement = {
      kind: 'deposit',
      method: 'bank',
      amount,
      receivedOn: bankedOn,
      bank,
      operatorId: slip,
    } as const;
    const [storedDeposit] = await insertMovements(tx, [depositMovement]);
    if (!storedDeposit) {
      const slipOnRecordMessage = 'This slip is on record already';
      throw new AppError('CONFLICT', slipOnRecordMessage, {
        details: [{ path: 'slip', message: slipOnRecordMessage }],
      });
    }
    await recordFeeActivity(
      tx,
      null,
      `Recorded cash taken to the bank, ${formatShillings(amount)} to ${bank}`,
    );
    return { id: storedDeposit.id };
  });
}

/** Refuses the same amount to the same bank on one day. Different slip numbers make two deposits. */
async function refuseRepeatedDeposit(
  { em }: TxCtx,
  { amount, bankedOn, bank, slip = null }: Omit<DepositInput, 'again'>,
): Promise<void> {
  const [sameDeposit] = await readRows(em, { at: text, by: text })(
    `select recorded_at as at, recorded_by as by from fee_movements as movement
     where kind = 'deposit' and amount = ? and received_on = ? and upper(bank) = upper(?)
       and (operator_id is null or ?::text is null)
       and not exists (select from fee_movements as counter where counter.counters = movement.id)
     order by id desc limit 1`,
    [amount, bankedOn, bank, slip],
  );
  if (sameDeposit) throw askToRecordAgain(sameDeposit);
}

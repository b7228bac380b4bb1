import { countItems } from '@institute/contract/count-items';
import { sumAmounts } from '@institute/contract/fees.constants';
import type { TxCtx } from '../../../../context.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import { formatShillings } from '../accounts/fee-movement.service.ts';
import { KeptLineEntity, type KeptLineRow } from './kept-line.entity.ts';

type NewKeptLine = Omit<KeptLineRow, 'id' | 'recordedAt' | 'recordedBy'>;
type LineMoney = Pick<NewKeptLine, 'method' | 'operatorId' | 'amount' | 'receivedOn'>;

/** Stores lines of a statement that do not become movements now. */
export async function storeKeptLines(tx: TxCtx, lines: readonly NewKeptLine[]): Promise<void> {
  if (lines.length === 0) return;
  const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? '' };
  await tx.em.insertMany(
    KeptLineEntity,
    lines.map((line) => ({ ...line, ...recordedFields })),
  );
}

/** Stores lines as no fees, so that later files leave them out too. Their payers are not stored. */
export async function storeLinesAsNoFees(tx: TxCtx, lines: readonly LineMoney[]): Promise<void> {
  if (lines.length === 0) return;
  await storeKeptLines(
    tx,
    lines.map(({ method, operatorId, amount, receivedOn }) => ({
      state: 'notFee',
      importId: null,
      method,
      operatorId,
      amount,
      receivedOn,
      payerName: null,
      payerPhone: null,
      note: null,
      people: [],
      amounts: [],
      isAnother: false,
    })),
  );
  const leftOutSummary = `${countItems(lines.length, 'line')} of ${formatShillings(sumAmounts(lines))}`;
  await recordFeeActivity(tx, null, `Left out ${leftOutSummary} of a statement as no fees`);
}

/** Deletes one row for each line: equal lines were stored as one row each. */
export async function forgetLeftOutLines(tx: TxCtx, lines: readonly LineMoney[]): Promise<void> {
  for (const { method, operatorId, amount } of lines) {
    await tx.em.execute(
      `delete from kept_statement_lines where id = (
         select min(id) from kept_statement_lines
         where state = 'notFee' and method = ? and plain_id(operator_id) = plain_id(?) and amount = ?)`,
      [method, operatorId, amount],
    );
  }
}

import { toLocalDay } from '@institute/contract/time';
import { hasRight, refuseUnconfirmedPassword, refuseUnlessOwner } from '../../../context/rights.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, type Row, readRows } from '../../../sql.ts';

export type ChargeCtx = Pick<TxCtx, 'em' | 'actor' | 'now'>;

declare const isDebtTx: unique symbol;
/**
 * Transaction that may write charges. Only `changeDebts` makes it, so that no charge is written without the
 * comparison.
 */
export type DebtTx = ChargeCtx & { readonly [isDebtTx]: true };

/**
 * What changes the charges. An `undo` is not compared, because it restores the debt from before the last step of
 * the account. For a `leaver` the day of leaving decides what is due, not today.
 */
type DebtStep = 'status' | 'course' | 'undo' | 'office' | 'import' | 'leaver';

type DebtReduction = 'notDue' | 'due' | 'discount' | 'free';

/** Right that each reduction of a debt needs. Owners also type their password. */
const reductionRights: Record<DebtReduction, 'fees' | 'owner'> = {
  notDue: 'fees',
  due: 'owner',
  discount: 'owner',
  /** Change to a course that costs nothing, for somebody who had instalments. */
  free: 'owner',
};

const debtColumns = { id: int, total: int, due: int, discounts: int, instalments: int };
type DebtSums = Row<typeof debtColumns>;

async function readDebts({ em, now }: ChargeCtx, registrations: readonly number[]) {
  const rows = await readRows(em, debtColumns)(
    `select registration_id as id, sum(amount)::float8 as total,
       coalesce(sum(amount) filter (where due_on <= ?::date), 0)::float8 as due,
       coalesce(sum(amount) filter (where kind = 'discount'), 0)::float8 as discounts,
       coalesce(sum(amount) filter (where kind = 'instalment' and not exists (
         select from charges as later where later.reverses = charges.id)), 0)::float8 as instalments
     from charges where registration_id = any(?::int[]) group by 1`,
    [toLocalDay(now()), `{${registrations}}`],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const emptyDebt: Omit<DebtSums, 'id'> = { total: 0, due: 0, discounts: 0, instalments: 0 };

function findDebtReduction(
  step: DebtStep,
  before: Omit<DebtSums, 'id'>,
  after: Omit<DebtSums, 'id'>,
): DebtReduction | null {
  if (after.discounts < before.discounts) return 'discount';
  if (after.total >= before.total) return null;
  // An imported person's credit is due today, which is no reduction of a debt
  const isDueComparedToday = step !== 'import' && step !== 'leaver';
  if (after.due < before.due && isDueComparedToday) return 'due';
  return step === 'course' && after.instalments === 0 && before.instalments > 0 ? 'free' : 'notDue';
}

/**
 * The only way to write charges. Compares what each person owes before and after, and throws when somebody owes
 * less and this account may not reduce the debt. Call it with the registrations locked.
 */
export async function changeDebts<Result>(
  tx: ChargeCtx,
  registrations: readonly number[],
  step: DebtStep,
  write: (tx: DebtTx) => Promise<Result>,
): Promise<Result> {
  const mustCompareDebts = step !== 'undo' && registrations.length > 0;
  const debtsBefore = mustCompareDebts ? await readDebts(tx, registrations) : new Map<number, DebtSums>();
  // Reversals and new charges of a step get the same time, by which the books recognise the step
  const stepTime = tx.now();
  const writeResult = await write({ ...tx, now: () => stepTime } as DebtTx);
  if (!mustCompareDebts) return writeResult;
  const debtsAfter = await readDebts(tx, registrations);
  const debtReductions = new Set(
    registrations.map((id) =>
      findDebtReduction(step, debtsBefore.get(id) ?? emptyDebt, debtsAfter.get(id) ?? emptyDebt),
    ),
  );
  for (const debtReduction of debtReductions) if (debtReduction) refuseDebtReduction(tx, debtReduction);
  return writeResult;
}

function refuseDebtReduction(tx: ChargeCtx, lowering: DebtReduction): void {
  if (reductionRights[lowering] === 'owner') {
    refuseUnlessOwner(tx);
    refuseUnconfirmedPassword(tx);
  } else if (!hasRight(tx, 'fees')) {
    throw new AppError(
      'FORBIDDEN',
      'This makes somebody owe less. Your account has no right to fees. Ask whoever keeps them',
    );
  }
}

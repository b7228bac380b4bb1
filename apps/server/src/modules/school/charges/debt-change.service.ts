import { toLocalDay } from '@institute/contract/time';
import { hasRight, refuseUnconfirmed, refuseUnlessOwner } from '../../../context/rights.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, type Row, readRows } from '../../../sql.ts';

export type ChargeCtx = Pick<TxCtx, 'em' | 'actor' | 'now'>;

declare const isWatched: unique symbol;
/** Only `changeDebts` makes it, and every call that writes charges takes it. */
export type DebtTx = ChargeCtx & { readonly [isWatched]: true };

/**
 * What changes the charges. An `undo` takes back the rows of one's own last step, so the debt is that from before
 * the step. A `leaver` is judged by the day on which he left.
 */
type Step = 'status' | 'course' | 'undo' | 'office' | 'import' | 'leaver';

type DebtReduction = 'notDue' | 'due' | 'discount' | 'free';

/** Right that is needed to reduce a debt. Owners type their password for it. */
const mayLower: Record<DebtReduction, 'fees' | 'owner'> = {
  notDue: 'fees',
  due: 'owner',
  discount: 'owner',
  /** A course that costs nothing, for somebody who had instalments. */
  free: 'owner',
};

const debtColumns = { id: int, total: int, due: int, discounts: int, instalments: int };
type Debt = Row<typeof debtColumns>;

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

const noChange: Omit<Debt, 'id'> = { total: 0, due: 0, discounts: 0, instalments: 0 };

function findLowering(step: Step, before: Omit<Debt, 'id'>, after: Omit<Debt, 'id'>): DebtReduction | null {
  if (after.discounts < before.discounts) return 'discount';
  if (after.total >= before.total) return null;
  // A new person's credit is due today
  const isJudgedByToday = step !== 'import' && step !== 'leaver';
  if (after.due < before.due && isJudgedByToday) return 'due';
  return step === 'course' && after.instalments === 0 && before.instalments > 0 ? 'free' : 'notDue';
}

/**
 * The one way to write charges. Compares what each of them owes before and after, and refuses when somebody owes less
 * whom this account may not let owe less. Call it with the registrations locked.
 */
export async function changeDebts<Result>(
  tx: ChargeCtx,
  registrations: readonly number[],
  step: Step,
  write: (tx: DebtTx) => Promise<Result>,
): Promise<Result> {
  const isCompared = step !== 'undo' && registrations.length > 0;
  const before = isCompared ? await readDebts(tx, registrations) : new Map<number, Debt>();
  // What it reverses and writes again has one time, by which the books know the step
  const at = tx.now();
  const result = await write({ ...tx, now: () => at } as DebtTx);
  if (!isCompared) return result;
  const after = await readDebts(tx, registrations);
  const lowered = new Set(
    registrations.map((id) => findLowering(step, before.get(id) ?? noChange, after.get(id) ?? noChange)),
  );
  for (const lowering of lowered) if (lowering) refuseLowering(tx, lowering);
  return result;
}

function refuseLowering(tx: ChargeCtx, lowering: DebtReduction): void {
  if (mayLower[lowering] === 'owner') {
    refuseUnlessOwner(tx);
    refuseUnconfirmed(tx);
  } else if (!hasRight(tx, 'fees')) {
    throw new AppError(
      'FORBIDDEN',
      'This makes somebody owe less. Your account has no right to fees. Ask whoever keeps them',
    );
  }
}

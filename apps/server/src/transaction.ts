import type { EntityManager } from '@mikro-orm/postgresql';

declare const inTransactionSymbol: unique symbol;

/** The entity manager of an open transaction. Only `runInTransaction` makes this type. */
type TxEntityManager = EntityManager & { readonly [inTransactionSymbol]: true };

export interface Tx {
  em: TxEntityManager;
}

export type ContextInTransaction<C extends { em: EntityManager }> = Omit<C, 'em'> & Tx;

/**
 * Runs `work` in a transaction with its own context. Commits when it resolves, rolls back when it throws.
 * Inside another transaction it is a savepoint.
 */
export function runInTransaction<C extends { em: EntityManager }, T>(
  ctx: C,
  work: (tx: ContextInTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.em.transactional((em) => work({ ...ctx, em: em as TxEntityManager }));
}

/** Runs `work` in a transaction that is always rolled back. */
export async function runAndRollBack<C extends { em: EntityManager }, T>(
  ctx: C,
  work: (tx: ContextInTransaction<C>) => Promise<T>,
): Promise<T> {
  const workResult: { result?: T } = {};
  const rollbackError = new Error('Rolled back on purpose');
  try {
    await runInTransaction(ctx, async (tx) => {
      workResult.result = await work(tx);
      throw rollbackError;
    });
  } catch (error) {
    if (error !== rollbackError) throw error;
  }
  return workResult.result as T;
}

const ITEMS_IN_BATCH = 500;

/** Splits items into batches, so that other requests are answered between the statements of a bulk action. */
export function* splitIntoBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let batchStart = 0; batchStart < items.length; batchStart += ITEMS_IN_BATCH)
    yield items.slice(batchStart, batchStart + ITEMS_IN_BATCH);
}

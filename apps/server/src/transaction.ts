import type { EntityManager } from '@mikro-orm/postgresql';

declare const inTransaction: unique symbol;

/** The entity manager of an open transaction. Only `runInTransaction` makes one. */
type TxEntityManager = EntityManager & { readonly [inTransaction]: true };

export interface Tx {
  em: TxEntityManager;
}

export type InTransaction<C extends { em: EntityManager }> = Omit<C, 'em'> & Tx;

/**
 * Runs `work` in a transaction with its own context. Commits when it resolves, rolls back when it throws.
 * Inside another transaction it is a savepoint.
 */
export function runInTransaction<C extends { em: EntityManager }, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.em.transactional((em) => work({ ...ctx, em: em as TxEntityManager }));
}

/** Runs `work` in a transaction that never commits. */
export async function runRolledBack<C extends { em: EntityManager }, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const done: { result?: T } = {};
  const rollback = new Error('Rolled back on purpose');
  try {
    await runInTransaction(ctx, async (tx) => {
      done.result = await work(tx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return done.result as T;
}

const BATCH_SIZE = 500;

/** Other requests are answered between the statements of a bulk action. */
export function* splitIntoBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}

import type { TxCtx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { bool, readRows } from '../../../../sql.ts';

/** Lets one import run at a time, because two imports could wait for each other's lines and deadlock. */
export async function lockImports({ em }: Pick<TxCtx, 'em'>): Promise<void> {
  const [lock] = await readRows(em, { isLocked: bool })(
    `select pg_try_advisory_xact_lock(hashtextextended('imports of fees', 0)) as "isLocked"`,
  );
  if (!lock?.isLocked) throw new AppError('CONFLICT', 'Another import is running');
}

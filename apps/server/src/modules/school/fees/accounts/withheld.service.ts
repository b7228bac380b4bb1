import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { int, listIds, readRows } from '../../../../sql.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

/**
 * SQL of the parts that are still stored under the movement of another line, and of parts to which their money
 * moved.
 */
export const crossedPartsSql = `(
    with recursive crossed as (
      select part_id, movement_id from crossed_fee_parts
      union
      select fee_parts.id, crossed.movement_id from crossed join fee_parts on moved_from = part_id and amount > 0
    ) select part_id, max(movement_id) as movement_id from crossed group by part_id
  ) as crossed_fee_parts join fee_lines as part on part.source = 'part' and part.id = part_id
    and part."left" > 0 and part.state <> 'cancelled'
  join fee_movements as stored on stored.id = part.movement_id`;

/**
 * SQL of the movements whose unassigned rest may be money of another line. When the right movement of a part is
 * not known, all movements of its import count. They share one time, because an import inserts them in one
 * statement.
 */
export const withheldMovementsSql = `select movement.id from ${crossedPartsSql}
  join fee_movements as movement on movement.id in (stored.id, crossed_fee_parts.movement_id)
    or (crossed_fee_parts.movement_id is null and movement.recorded_at = stored.recorded_at
      and movement.recorded_by is not distinct from stored.recorded_by)`;

export const listWithheldMovements = async ({ em }: ReadingCtx): Promise<number[]> =>
  listIds(await readRows(em, { id: int })(withheldMovementsSql));

/** Call it before money of a movement is assigned or the movement is cancelled, with the movement locked. */
export async function refuseWithheldMovement(ctx: ReadingCtx, movementId: number): Promise<void> {
  if ((await listWithheldMovements(ctx)).includes(movementId))
    throw new AppError('CONFLICT', 'This money belongs to another payment. Put it right first.');
}

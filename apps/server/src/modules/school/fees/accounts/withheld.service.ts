import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { int, listIds, readRows } from '../../../../sql.ts';

type Reader = Pick<Ctx, 'em'>;

/** SQL of the parts that still stand under another line's movement. Money that moved on still stands there. */
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
 * SQL of the movements whose rest may be money of another line. Where a part belongs is sometimes not known: then all
 * of its import. An import wrote its movements in one statement, so they have one time.
 */
export const withheldSql = `select movement.id from ${crossedPartsSql}
  join fee_movements as movement on movement.id in (stored.id, crossed_fee_parts.movement_id)
    or (crossed_fee_parts.movement_id is null and movement.recorded_at = stored.recorded_at
      and movement.recorded_by is not distinct from stored.recorded_by)`;

export const listWithheldMovements = async ({ em }: Reader): Promise<number[]> =>
  listIds(await readRows(em, { id: int })(withheldSql));

/** For whoever gives money of a movement to somebody, or cancels it, and has locked it. */
export async function refuseWithheldMovement(ctx: Reader, movementId: number): Promise<void> {
  if ((await listWithheldMovements(ctx)).includes(movementId))
    throw new AppError('CONFLICT', 'This money belongs to another payment. Put it right first.');
}

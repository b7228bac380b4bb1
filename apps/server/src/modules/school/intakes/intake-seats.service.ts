import { noSeatsLeftMessage } from '@institute/contract/intakes.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, intOrNull, readNumber, readRows, text } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { INTAKES_TABLE, type IntakeRow, intakeNameSql, takenSeatsSql } from './intake.entity.ts';

export const countSeatsLeft = ({ seats, taken }: Pick<IntakeRow, 'seats' | 'taken'>): number | null =>
  seats == null ? null : Math.max(0, seats - (taken ?? 0));

type ReadingCtx = Pick<Ctx, 'em'>;
const NO_REGISTRATION_ID = -1;

export const countTakenSeats = (
  { em }: ReadingCtx,
  id: number,
  without = NO_REGISTRATION_ID,
): Promise<number> =>
  readNumber(em, 'taken')(
    `select (${takenSeatsSql(INTAKES_TABLE)} and registrations.id <> ?) as taken from ${INTAKES_TABLE} where id = ?`,
    [without, id],
  );

export async function hasIntakeRegistrations({ em }: ReadingCtx, id: number): Promise<boolean> {
  const rows = await readRows(em, {})('select from registrations where intake_id = ? limit 1', [id]);
  return rows.length > 0;
}

/**
 * Refuses when the intake has no free seat. Call it in the transaction before storing a status with a seat. The
 * lock lets one transaction at a time count the seats of an intake. Lock the registration before its intake.
 */
export async function refuseWithoutFreeSeat(
  tx: Pick<TxCtx, 'em'>,
  { intake, registration }: { intake: number; registration: number },
): Promise<void> {
  const [row] = await readRows(tx.em, { seats: intOrNull })(
    `select seats from ${INTAKES_TABLE} where id = ? for update`,
    [intake],
  );
  if (row?.seats == null) return;
  // Counts in a second statement, because the first does not see commits made while it waited for the lock
  if ((await countTakenSeats(tx, intake, registration)) < row.seats) return;
  throw new AppError('NO_SEATS_LEFT', noSeatsLeftMessage, {
    details: [{ path: 'status', message: noSeatsLeftMessage }],
  });
}

/** Takes the lock of `refuseWithoutFreeSeat` for several intakes. Call it in a bulk action before storing the statuses. */
export async function lockIntakes(tx: Pick<TxCtx, 'em'>, intakes: readonly number[]): Promise<void> {
  await tx.em.execute(`select id from ${INTAKES_TABLE} where id = any(?::int[]) order by id for update`, [
    `{${intakes}}`,
  ]);
}

export async function refuseOverfullIntakes(
  tx: Pick<TxCtx, 'em'>,
  intakes: readonly number[],
): Promise<void> {
  const overfullIntakes = await readRows(tx.em, { name: text, seats: int, taken: int })(
    `select * from (
       select ${intakeNameSql} as name, ${INTAKES_TABLE}.seats,
         (${takenSeatsSql(INTAKES_TABLE)}) as taken
       from ${INTAKES_TABLE} join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = ${INTAKES_TABLE}.program_id
       where ${INTAKES_TABLE}.id = any(?::int[])
     ) as counted where taken > seats`,
    [`{${intakes}}`],
  );
  if (overfullIntakes.length === 0) return;
  const overfullDetails = overfullIntakes.map(({ name, seats, taken }) => ({
    path: 'status',
    message: `${name} has ${seats} seats, and ${taken} would be accepted`,
  }));
  throw new AppError('NO_SEATS_LEFT', noSeatsLeftMessage, {
    details: [{ path: 'status', message: noSeatsLeftMessage }, ...overfullDetails],
  });
}

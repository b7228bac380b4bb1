import { noSeatsLeftMessage } from '@institute/contract/intakes.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, intOrNull, readNumber, readRows, text } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { INTAKES_TABLE, type IntakeRow, intakeName, takenSeatsSql } from './intake.entity.ts';

export const countSeatsLeft = ({ seats, taken }: Pick<IntakeRow, 'seats' | 'taken'>): number | null =>
  seats == null ? null : Math.max(0, seats - (taken ?? 0));

type Reader = Pick<Ctx, 'em'>;
const NEW_REGISTRATION = -1;

export const countTakenSeats = ({ em }: Reader, id: number, without = NEW_REGISTRATION): Promise<number> =>
  readNumber(em, 'taken')(
    `select (${takenSeatsSql(INTAKES_TABLE)} and registrations.id <> ?) as taken from ${INTAKES_TABLE} where id = ?`,
    [without, id],
  );

export async function hasRegistrations({ em }: Reader, id: number): Promise<boolean> {
  const rows = await readRows(em, {})('select from registrations where intake_id = ? limit 1', [id]);
  return rows.length > 0;
}

/**
 * Call it in the transaction before storing a status with a seat. Its lock lets one transaction at a time count
 * an intake's seats. Lock the registration before its intake.
 */
export async function takeSeat(
  tx: Pick<TxCtx, 'em'>,
  { intake, registration }: { intake: number; registration: number },
): Promise<void> {
  const [row] = await readRows(tx.em, { seats: intOrNull })(
    `select seats from ${INTAKES_TABLE} where id = ? for update`,
    [intake],
  );
  if (row?.seats == null) return;
  // A second statement, because the first does not see what was committed while it waited for the lock
  if ((await countTakenSeats(tx, intake, registration)) < row.seats) return;
  throw new AppError('NO_SEATS_LEFT', noSeatsLeftMessage, {
    details: [{ path: 'status', message: noSeatsLeftMessage }],
  });
}

/** Takes the lock of `takeSeat` for several intakes. A bulk action calls it before storing the statuses. */
export async function lockSeats(tx: Pick<TxCtx, 'em'>, intakes: readonly number[]): Promise<void> {
  await tx.em.execute(`select id from ${INTAKES_TABLE} where id = any(?::int[]) order by id for update`, [
    `{${intakes}}`,
  ]);
}

export async function refuseBeyondSeats(tx: Pick<TxCtx, 'em'>, intakes: readonly number[]): Promise<void> {
  const overfull = await readRows(tx.em, { name: text, seats: int, taken: int })(
    `select * from (
       select ${intakeName} as name, ${INTAKES_TABLE}.seats,
         (${takenSeatsSql(INTAKES_TABLE)}) as taken
       from ${INTAKES_TABLE} join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = ${INTAKES_TABLE}.program_id
       where ${INTAKES_TABLE}.id = any(?::int[])
     ) as counted where taken > seats`,
    [`{${intakes}}`],
  );
  if (overfull.length === 0) return;
  const details = overfull.map(({ name, seats, taken }) => ({
    path: 'status',
    message: `${name} has ${seats} seats, and ${taken} would be accepted`,
  }));
  throw new AppError('NO_SEATS_LEFT', noSeatsLeftMessage, {
    details: [{ path: 'status', message: noSeatsLeftMessage }, ...details],
  });
}

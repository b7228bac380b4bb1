import { noSeatsLeft } from '@institute/contract/intakes.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { plainRows } from '../../database/plain-rows.ts';
import { AppError } from '../../errors.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import { acceptedOf, INTAKES, IntakeEntity, type IntakeRow, intakeName } from './intake.entity.ts';

export const seatsLeft = ({ seats, taken }: Pick<IntakeRow, 'seats' | 'taken'>): number | null =>
  seats == null ? null : Math.max(0, seats - (taken ?? 0));

type Reader = Pick<Ctx, 'em'>;

const NOT_STORED = -1;

export async function acceptedIn({ em }: Reader, id: number, without = NOT_STORED): Promise<number> {
  const [row] = await em.execute<{ taken: number }[]>(
    `select (${acceptedOf(INTAKES)} and registrations.id <> ?) as taken from ${INTAKES} where id = ?`,
    [without, id],
  );
  return row?.taken ?? 0;
}

export async function hasRegistrations({ em }: Reader, id: number): Promise<boolean> {
  const rows = await em.execute('select 1 from registrations where intake_id = ? limit 1', [id]);
  return rows.length > 0;
}

/**
 * Call it in the transaction before storing an accepted status. Its lock lets one transaction at a time count
 * an intake's seats. Lock the registration before its intake.
 */
export async function takeSeat(
  tx: Pick<TxCtx, 'em'>,
  { intake, registration }: { intake: number; registration: number },
): Promise<void> {
  const [row] = await tx.em.execute<{ seats: number | null }[]>(
    `select seats from ${INTAKES} where id = ? for update`,
    [intake],
  );
  if (row?.seats == null) return;
  // a second statement, because the first does not see what was committed while it waited for the lock
  if ((await acceptedIn(tx, intake, registration)) < row.seats) return;
  throw new AppError('NO_SEATS_LEFT', noSeatsLeft, { details: [{ path: 'status', message: noSeatsLeft }] });
}

/** Takes the lock of `takeSeat` for several intakes. A bulk action calls it before storing the statuses. */
export async function lockSeats(tx: Pick<TxCtx, 'em'>, intakes: readonly number[]): Promise<void> {
  await tx.em.execute(`select id from ${INTAKES} where id = any(?::int[]) order by id for update`, [
    `{${intakes}}`,
  ]);
}

export async function refuseBeyondSeats(tx: Pick<TxCtx, 'em'>, intakes: readonly number[]): Promise<void> {
  const overfull = await tx.em.execute<{ name: string; seats: number; taken: number }[]>(
    `select * from (
       select ${intakeName} as name, ${INTAKES}.seats,
         (${acceptedOf(INTAKES)}) as taken
       from ${INTAKES} join ${PROGRAMS} on ${PROGRAMS}.id = ${INTAKES}.program_id
       where ${INTAKES}.id = any(?::int[])
     ) as counted where taken > seats`,
    [`{${intakes}}`],
  );
  if (overfull.length === 0) return;
  const details = overfull.map(({ name, seats, taken }) => ({
    path: 'status',
    message: `${name} has ${seats} seats, and ${taken} would be accepted`,
  }));
  throw new AppError('NO_SEATS_LEFT', noSeatsLeft, {
    details: [{ path: 'status', message: noSeatsLeft }, ...details],
  });
}

export interface NextIntake {
  id: number;
  startsOn: string;
  seatsLeft: number | null;
}

const intakes = plainRows(IntakeEntity);

/** Open intakes of these programs, the latest first. */
function openIntakes(ctx: Pick<Ctx, 'em' | 'now'>, programs: readonly number[]) {
  const today = kampalaDay(ctx.now());
  const open = intakes(ctx, {
    key: ['next', programs, today],
    where: () => ({
      programId: { $in: [...programs] },
      deletedAt: null,
      isOpen: true,
      $or: [{ appliesUntil: { $gte: today } }, { appliesUntil: null, startsOn: { $gte: today } }],
    }),
  });
  const latestFirst = { startsOn: 'desc', id: 'desc' } as const;
  return open.find({
    fields: ['id', 'programId', 'startsOn', 'seats', 'taken'],
    orderBy: latestFirst,
  });
}

/** SQL. `programs` is the table's name in the outer statement. */
export const nextStartOf = (programs: string) =>
  `(select min(starts_on) from ${INTAKES} where program_id = ${programs}.id and deleted_at is null and is_open
    and coalesce(applies_until, starts_on) >= (now() at time zone 'Africa/Kampala')::date)`;

export async function nextIntakes(
  ctx: Pick<Ctx, 'em' | 'now'>,
  programs: readonly number[],
): Promise<Map<number, NextIntake>> {
  const rows = await openIntakes(ctx, programs);
  return new Map(
    rows.map(({ programId, id, startsOn, ...row }) => [
      programId,
      { id, startsOn, seatsLeft: seatsLeft(row) },
    ]),
  );
}

/** The next start of the program that has a free place. */
export async function nextFreeIntake(
  ctx: Pick<Ctx, 'em' | 'now'>,
  program: number,
): Promise<number | undefined> {
  const rows = await openIntakes(ctx, [program]);
  return rows.findLast((row) => seatsLeft(row) !== 0)?.id;
}

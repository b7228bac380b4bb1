import { findDeadline } from '@institute/contract/intakes.constants';
import { timeZone, toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { makePlainRowReader } from '../../../database/plain-rows.ts';
import { int, intOrNull, readRows, text } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { INTAKES_TABLE, IntakeEntity, takenSeatsSql } from './intake.entity.ts';
import { countSeatsLeft } from './intake-seats.service.ts';

const selectIntakes = makePlainRowReader(IntakeEntity);

/** Lists the open intakes of these programs, latest first. */
function listOpenIntakes(ctx: Pick<Ctx, 'em' | 'now'>, programs: readonly number[]) {
  const today = toLocalDay(ctx.now());
  const openIntakes = selectIntakes(ctx, {
    key: ['next', programs, today],
    where: () => ({
      programId: { $in: [...programs] },
      deletedAt: null,
      isOpen: true,
      $or: [{ appliesUntil: { $gte: today } }, { appliesUntil: null, startsOn: { $gte: today } }],
    }),
  });
  const latestFirstOrder = { startsOn: 'desc', id: 'desc' } as const;
  return openIntakes.find({
    fields: ['id', 'programId', 'startsOn', 'seats', 'taken'],
    orderBy: latestFirstOrder,
  });
}

/** SQL condition of an intake that takes applications on a day. `day` is SQL too. */
export const isOpenIntakeSql = (day: string) =>
  `(${INTAKES_TABLE}.deleted_at is null and is_open and coalesce(applies_until, starts_on) >= ${day})`;

/** SQL of the first day of the next open intake. `programs` is the table's name in the outer statement. */
export const nextStartSql = (programs: string) =>
  `(select min(starts_on) from ${INTAKES_TABLE} where program_id = ${programs}.id
    and ${isOpenIntakeSql(`(now() at time zone '${timeZone}')::date`)})`;

export async function findNextIntakes(ctx: Pick<Ctx, 'em' | 'now'>, programs: readonly number[]) {
  const rows = await listOpenIntakes(ctx, programs);
  return new Map(
    rows.map(({ programId, id, startsOn, ...row }) => [
      programId,
      { id, startsOn, seatsLeft: countSeatsLeft(row) },
    ]),
  );
}

const startColumns = {
  id: int,
  program: text,
  startsOn: text,
  seats: intOrNull,
  taken: int,
};
const MAX_STARTS = 4;

/** Lists the next starts from today on, also of intakes that take no more applications. */
export async function listNextStarts({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const rows = await readRows(em, startColumns)(
    `select ${INTAKES_TABLE}.id, ${PROGRAMS_TABLE}.name as program, starts_on::text as "startsOn", seats,
       (${takenSeatsSql(INTAKES_TABLE)}) as taken
     from ${INTAKES_TABLE} join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id
     where ${INTAKES_TABLE}.deleted_at is null and ${PROGRAMS_TABLE}.deleted_at is null and starts_on >= ?::date
     order by starts_on, ${INTAKES_TABLE}.id limit ?`,
    [toLocalDay(now()), MAX_STARTS],
  );
  return rows.map(({ seats, taken, ...start }) => ({
    ...start,
    seatsLeft: countSeatsLeft({ seats, taken }),
  }));
}

/** Finds the next intake of the program that has a free seat. */
export async function findNextFreeIntake(ctx: Pick<Ctx, 'em' | 'now'>, program: number) {
  const rows = await listOpenIntakes(ctx, [program]);
  return rows.findLast((row) => countSeatsLeft(row) !== 0)?.id;
}

/** Says why an intake cannot be chosen. `mayPass`: the office may choose it anyway. */
export async function findIntakeFault(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { intakeId, programId }: { intakeId: number; programId: number },
) {
  const toIntakeFault = (message: string, mayPass: boolean) => ({
    detail: { path: 'intakeId', message },
    mayPass,
  });
  const intakeRow = await em.findOne(
    IntakeEntity,
    { id: intakeId, deletedAt: null },
    { disableIdentityMap: true },
  );
  if (!intakeRow) return toIntakeFault('There is no such intake', false);
  if (intakeRow.programId !== programId)
    return toIntakeFault('This intake belongs to another program', false);
  if (!intakeRow.isOpen) return toIntakeFault('This intake is closed', true);
  const applicationDeadline = findDeadline(intakeRow);
  if (applicationDeadline >= toLocalDay(now())) return undefined;
  return toIntakeFault(`The last day to apply for this intake was ${applicationDeadline}`, true);
}

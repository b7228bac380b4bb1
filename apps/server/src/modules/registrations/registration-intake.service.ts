import type { ErrorDetail } from '@institute/contract';
import { deadlineOf, intakeNotFound } from '@institute/contract/intakes.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { recordRead } from '../activity/activity.service.ts';
import { acceptedOf, INTAKES, IntakeEntity, type IntakeRow, intakeName } from '../intakes/intake.entity.ts';
import { takeSeat } from '../intakes/intake-seats.service.ts';
import { PROGRAMS, ProgramEntity } from '../programs/program.entity.ts';
import { byName, fullNameSql, RegistrationEntity, type RegistrationRow } from './registration.entity.ts';
import { studentView } from './registration.view.ts';

type Asked = { intakeId: number; programId: number };

export async function intakeRefusal(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { intakeId, programId }: Asked,
): Promise<ErrorDetail | undefined> {
  const row = await em.findOne(IntakeEntity, { id: intakeId, deletedAt: null }, { disableIdentityMap: true });
  const message = messageFor(row, { programId, today: kampalaDay(now()) });
  return message ? { path: 'intakeId', message } : undefined;
}

function messageFor(
  intake: Pick<IntakeRow, 'programId' | 'startsOn' | 'appliesUntil' | 'isOpen'> | null,
  { programId, today }: { programId: number; today: string },
): string | undefined {
  if (!intake) return 'There is no such intake';
  if (intake.programId !== programId) return 'This intake belongs to another program';
  if (!intake.isOpen) return 'This intake is closed';
  const deadline = deadlineOf(intake);
  return deadline < today ? `The last day to apply for this intake was ${deadline}` : undefined;
}

export async function changeIntake(tx: TxCtx, row: RegistrationRow, intakeId: number | null): Promise<void> {
  if (intakeId === (row.intake?.id ?? null)) return;
  if (intakeId === null) {
    row.intake = null;
    return;
  }
  const refusal = await intakeRefusal(tx, { intakeId, programId: row.program?.id ?? 0 });
  if (refusal) throw invalid([refusal]);
  row.intake = await tx.em.findOneOrFail(IntakeEntity, intakeId);
}

/** For registrations whose intakes are about to be erased. They show the same day afterwards. */
export const keepStartDays = (
  { em }: Pick<TxCtx, 'em'>,
  intakesWith: 'id' | 'program_id',
  ids: readonly number[],
) =>
  em.execute(
    `update registrations set start_date = starts_on from ${INTAKES}
     where ${INTAKES}.id = intake_id and ${INTAKES}.${intakesWith} = any(?::int[])`,
    [`{${ids}}`],
  );

export interface Seating {
  status: RegistrationRow['status'];
  intake: number | undefined;
}

export const seatingOf = ({ status, intake }: Pick<RegistrationRow, 'status' | 'intake'>): Seating => ({
  status,
  intake: intake?.id,
});

/** Takes a seat when the change accepts an applicant, or moves an accepted one to another intake. */
export async function seat(
  tx: Pick<TxCtx, 'em'>,
  before: Seating | null,
  row: RegistrationRow,
): Promise<void> {
  const { status, intake } = seatingOf(row);
  if (status !== 'accepted' || intake === undefined) return;
  if (before?.status === status && before.intake === intake) return;
  await takeSeat(tx, { intake, registration: row.id });
}

/** `waitingSince` orders the waiting list. */
export function keepWaitingSince(row: RegistrationRow, before: Seating, now: Date): void {
  if (row.status !== 'waiting') row.waitingSince = null;
  else if (before.status !== 'waiting' || before.intake !== row.intake?.id) row.waitingSince = now;
}

export async function seatRestored(tx: Pick<TxCtx, 'em'>, id: number): Promise<void> {
  await seat(tx, null, await tx.em.findOneOrFail(RegistrationEntity, id));
}

/**
 * Places on the waiting list, from 1. Each intake has a list; registrations without an intake have one for
 * each program.
 */
export async function placesInQueue(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await em.execute<{ id: number; place: number }[]>(
    `select * from (
       select id, row_number() over (
         partition by intake_id, case when intake_id is null then program_id end order by waiting_since, id
       )::int as place from registrations where deleted_at is null and status = 'waiting'
     ) as waiting where id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

export interface FirstInLine {
  id: number;
  reference: string;
  name: string;
  intake: string;
}

/** Null without a free seat, and while the registration itself is accepted or waiting. */
export async function nextAfter({ em }: Pick<Ctx, 'em'>, id: number): Promise<FirstInLine | null> {
  const row = await em.findOne(RegistrationEntity, id, {
    fields: ['status', 'intake'],
    disableIdentityMap: true,
  });
  if (!row?.intake || row.status === 'accepted' || row.status === 'waiting') return null;
  return (await firstInLine({ em }, row.intake.id))[0] ?? null;
}

/** Only intakes with a free seat. `intake` is null for all intakes. */
export const firstInLine = ({ em }: Pick<Ctx, 'em'>, intake: number | null): Promise<FirstInLine[]> =>
  em.execute<FirstInLine[]>(
    `select first.id, first.reference, ${fullNameSql('first.')} as name,
       ${intakeName} as intake
     from ${INTAKES} join ${PROGRAMS} on ${PROGRAMS}.id = ${INTAKES}.program_id
     cross join lateral (
       select * from registrations
       where intake_id = ${INTAKES}.id and status = 'waiting' and deleted_at is null
       order by waiting_since, id limit 1
     ) as first
     where ${INTAKES}.deleted_at is null and (?::int is null or ${INTAKES}.id = ?)
       and coalesce(${INTAKES}.seats > (${acceptedOf(INTAKES)}), true)
     order by ${INTAKES}.starts_on, ${INTAKES}.id`,
    [intake, intake],
  );

export async function classList(ctx: Ctx, intakeId: number) {
  const { em } = ctx;
  const intake = await em.findOne(
    IntakeEntity,
    { id: intakeId, deletedAt: null },
    { disableIdentityMap: true },
  );
  if (!intake) throw notFound(intakeNotFound);
  const { name } = await em.findOneOrFail(ProgramEntity, intake.programId, { fields: ['name'] });
  const rows = await em.find(
    RegistrationEntity,
    { intake: intakeId, status: 'accepted', deletedAt: null },
    {
      fields: ['reference', 'firstName', 'lastName', 'phone', 'guardianName', 'guardianPhone'],
      orderBy: byName('asc'),
      disableIdentityMap: true,
    },
  );
  await recordRead(ctx, {
    entityType: 'intake',
    entityId: intakeId,
    description: `Read the class list of ${name}`,
  });
  return {
    program: name,
    startsOn: intake.startsOn,
    place: intake.place ?? null,
    seats: intake.seats ?? null,
    students: rows.map(studentView),
  };
}

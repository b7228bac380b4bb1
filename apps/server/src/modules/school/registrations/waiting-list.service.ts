import { isSeatTaken } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../../context.ts';
import { int, type Row, readRows, text } from '../../../sql.ts';
import { INTAKES_TABLE, intakeNameSql, takenSeatsSql } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { fullNameSql, RegistrationEntity } from './registration.entity.ts';

/**
 * Finds places on the waiting list, from 1. Each intake has a list. Registrations without an intake have one list
 * for each program.
 */
export async function findWaitingPlaces({ em }: Pick<Ctx, 'em'>, ids: readonly number[]) {
  const rows = await readRows(em, { id: int, place: int })(
    `select * from (
       select id, row_number() over (
         partition by intake_id, case when intake_id is null then program_id end order by waiting_since, id
       )::int as place from registrations where deleted_at is null and status = 'waiting'
     ) as waiting where id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

const firstInLineColumns = {
  id: int,
  reference: text,
  name: text,
  intake: text,
};
export type FirstWaitingApplicant = Row<typeof firstInLineColumns>;

/** Finds who gets the seat of this registration. Null without a free seat, and while it has a seat or waits. */
export async function findNextForFreedSeat(
  { em }: Pick<Ctx, 'em'>,
  id: number,
): Promise<FirstWaitingApplicant | null> {
  const registrationRow = await em.findOne(RegistrationEntity, id, {
    fields: ['status', 'intake'],
    disableIdentityMap: true,
  });
  if (!registrationRow?.intake || isSeatTaken(registrationRow.status) || registrationRow.status === 'waiting')
    return null;
  return (await findFirstWaiting({ em }, registrationRow.intake.id))[0] ?? null;
}

/** Finds the first applicant in line for each intake with a free seat. `intake` is null for all intakes. */
export const findFirstWaiting = (
  { em }: Pick<Ctx, 'em'>,
  intake: number | null,
): Promise<FirstWaitingApplicant[]> =>
  readRows(em, firstInLineColumns)(
    `select first.id, first.reference, ${fullNameSql('first.')} as name,
       ${intakeNameSql} as intake
     from ${INTAKES_TABLE} join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = ${INTAKES_TABLE}.program_id
     cross join lateral (
       select * from registrations
       where intake_id = ${INTAKES_TABLE}.id and status = 'waiting' and deleted_at is null
       order by waiting_since, id limit 1
     ) as first
     where ${INTAKES_TABLE}.deleted_at is null and (?::int is null or ${INTAKES_TABLE}.id = ?)
       and coalesce(${INTAKES_TABLE}.seats > (${takenSeatsSql(INTAKES_TABLE)}), true)
     order by ${INTAKES_TABLE}.starts_on, ${INTAKES_TABLE}.id`,
    [intake, intake],
  );

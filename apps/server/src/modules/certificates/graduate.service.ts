import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import { INTAKES } from '../intakes/intake.entity.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';

export interface Graduate {
  id: number;
  reference: string;
  status: RegistrationStatus;
  firstName: string;
  name: string;
  email: string | null;
  /** The phone in international form. */
  number: string | null;
  programId: number | null;
  program: string | null;
  /** First day of the intake. */
  startsOn: string | null;
}

/** Locks the registrations until the commit, so that neither their status changes nor are they erased meanwhile. */
export async function lockGraduates(
  { em }: Pick<TxCtx, 'em'>,
  ids: readonly number[],
): Promise<Map<number, Graduate>> {
  const rows = await em.execute<Graduate[]>(
    `select one.id, one.reference, one.status, one.first_name as "firstName", ${fullNameSql('one.')} as name,
       one.email, one.phone_international as number, one.program_id as "programId",
       ${PROGRAMS}.name as program, ${INTAKES}.starts_on::text as "startsOn"
     from registrations one left join ${PROGRAMS} on ${PROGRAMS}.id = one.program_id
     left join ${INTAKES} on ${INTAKES}.id = one.intake_id
     where one.id = any(?::int[]) and one.deleted_at is null order by one.id for update of one`,
    [`{${ids}}`],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

import { registrationStatuses } from '@institute/contract/registrations.constants';
import { maySee, needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { int, intOrNull, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { readPaidAndBalance } from '../fees/accounts/fee-account.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';
import { findValidCertificateNumbers } from '../registrations/registration-completion.service.ts';

const graduateColumns = {
  id: int,
  version: int,
  reference: text,
  status: z.enum(registrationStatuses),
  firstName: text,
  name: text,
  email: textOrNull,
  /** The phone in international form. */
  number: textOrNull,
  programId: intOrNull,
  program: textOrNull,
  /** First day of the intake. */
  startsOn: textOrNull,
};
export type Graduate = Row<typeof graduateColumns>;

/** Reads and locks registrations, so that nobody changes their status or erases them until the commit. */
export const lockGraduates = (tx: Pick<TxCtx, 'em'>, ids: readonly number[]) =>
  readGraduates(tx, ids, 'for update of one');

export async function readGraduates(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly number[],
  lock: '' | 'for update of one' = '',
): Promise<Map<number, Graduate>> {
  const rows = await readRows(em, graduateColumns)(
    `select one.id, one.version, one.reference, one.status, one.first_name as "firstName", ${fullNameSql('one.')} as name,
       one.email, one.phone_international as number, one.program_id as "programId",
       ${PROGRAMS_TABLE}.name as program, ${INTAKES_TABLE}.starts_on::text as "startsOn"
     from registrations one left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = one.program_id
     left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = one.intake_id
     where one.id = any(?::int[]) and one.deleted_at is null order by one.id ${lock}`,
    [`{${ids}}`],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Lists the people whom the office has chosen, by name. `certificate` is the number of a valid certificate.
 * Accounts that may not read registrations see only people who have completed.
 */
export async function listCertificateCandidates(ctx: Pick<Ctx, 'em' | 'actor'>, ids: readonly number[]) {
  const certificateNumbers = await findValidCertificateNumbers(ctx, ids);
  const feeSums = hasRight(ctx, 'fees') ? await readPaidAndBalance(ctx, ids) : undefined;
  const { actor } = ctx;
  const mayReadRegistrations = actor !== null && maySee(actor, needs.readRegistrations);
  return [...(await readGraduates(ctx, ids)).values()]
    .filter(({ status }) => mayReadRegistrations || status === 'completed')
    .map(({ id, version, name, reference, status, startsOn }) => ({
      id,
      version,
      name,
      reference,
      hasCompleted: status === 'completed',
      certificate: certificateNumbers.get(id) ?? null,
      startsOn,
      /** Amount left to pay, for accounts that may know it. */
      balance: feeSums ? (feeSums.get(id)?.balance ?? 0) : null,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

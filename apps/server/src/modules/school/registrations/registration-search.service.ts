import { readReference } from '@institute/contract/reference';
import { type FilterQuery, raw } from '@mikro-orm/core';
import type { Ctx } from '../../../context.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { searchPattern, whereMatchingSpellings } from '../../platform/content/search.ts';
import { INTAKES_TABLE, intakeTextSql } from '../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { hashMedicalSearch, TRIGRAM_LENGTH } from './registration-medical-search.service.ts';

export type SearchCtx = Pick<Ctx, 'em' | 'actor' | 'config'>;

/**
 * Searches plain columns, program names, intakes and medical information. Ignores case, accents and
 * spelling of phones and references.
 */
export async function searchRegistrations(ctx: SearchCtx, q: string): Promise<FilterQuery<RegistrationRow>> {
  const searchedReference = readReference(q);
  if (searchedReference) return { reference: searchedReference };
  const isShortSearch = [...q].length < TRIGRAM_LENGTH;
  const [programs, intakes] = isShortSearch
    ? [[], []]
    : await Promise.all([findProgramsByName(ctx, q), findIntakesByText(ctx, q)]);
  return {
    $or: [
      whereMatchingSpellings(q),
      ...(programs.length > 0 ? [{ program: { $in: programs } }] : []),
      ...(intakes.length > 0 ? [{ intake: { $in: intakes } }] : []),
      ...hashMedicalSearch(ctx, q).map((hashes) => ({
        [raw((row) => `${row}.medical_terms @> ?::int[]`, [`{${hashes}}`])]: [],
      })),
    ],
  };
}

/** Includes trashed programs, because their registrations still show them. */
const findProgramsByName = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  findMatchingIds(em, `select id from ${PROGRAMS_TABLE} where fold(name) like ${searchPattern}`, q);

const findIntakesByText = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  findMatchingIds(
    em.fork(),
    `select id from ${INTAKES_TABLE} where ${intakeTextSql(INTAKES_TABLE)} like ${searchPattern}`,
    q,
  );

async function findMatchingIds(em: Ctx['em'], sql: string, q: string): Promise<number[]> {
  const foundIds = await readRows(em, { id: int })(sql, [q]);
  return listIds(foundIds);
}

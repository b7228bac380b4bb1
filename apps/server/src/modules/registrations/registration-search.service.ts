import type { DeskQuery } from '@institute/contract';
import { timeZone } from '@institute/contract/time';
import { type FilterQuery, raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { TRIGRAM, trigramHashes } from '../../database/medical-columns.ts';
import { foldText } from '../../fold-text.ts';
import { matchingPhone, oneOf, soughtPattern } from '../content/search.ts';
import { INTAKES, intakeText } from '../intakes/intake.entity.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { mayReadMedical } from './registration-medical.service.ts';

export type RegistrationFilter = Pick<
  DeskQuery,
  'q' | 'status' | 'programId' | 'intakeId' | 'from' | 'to'
> & {
  updatedSince?: string | undefined;
  ids?: readonly number[] | undefined;
};

type SearchCtx = Pick<Ctx, 'em' | 'actor' | 'config'>;

/** The registrations that are not trashed and pass the filter. `q` finds them in what the caller may read. */
export async function filtered(
  ctx: SearchCtx,
  { q, status, programId, intakeId, from, to, updatedSince, ids }: RegistrationFilter,
): Promise<FilterQuery<RegistrationRow>> {
  return {
    deletedAt: null,
    ...(status && { status }),
    ...(programId && { program: programId }),
    ...(intakeId && { intake: intakeId }),
    ...(updatedSince && { updatedAt: { $gte: new Date(updatedSince) } }),
    $and: [
      from ? { [raw((row) => `${row}.created_at >= ?::date${begins}`, [from])]: [] } : {},
      to ? { [raw((row) => `${row}.created_at < (?::date + 1)${begins}`, [to])]: [] } : {},
      ids ? oneOf(ids) : {},
      q ? await matchingText(ctx, q) : {},
    ],
  };
}

/** Makes a date in SQL the instant at which it begins in Kampala. */
const begins = `::timestamp at time zone '${timeZone}'`;

const reference = /^reg-\d{4}-\d{6,10}$/i;

/**
 * Finds `q` in the columns that are not encrypted, in the names of programs, in the places and starts of intakes, and in
 * health answers. Ignores case, accents and the notation of phones.
 */
async function matchingText(ctx: SearchCtx, q: string): Promise<FilterQuery<RegistrationRow>> {
  if (reference.test(q)) return { reference: q.toUpperCase() };
  const isShort = [...q].length < TRIGRAM;
  const [programs, intakes] = isShort
    ? [[], []]
    : await Promise.all([programsNamed(ctx, q), intakesNamed(ctx, q)]);
  return {
    $or: [
      matchingPhone(q),
      ...(programs.length > 0 ? [{ program: { $in: programs } }] : []),
      ...(intakes.length > 0 ? [{ intake: { $in: intakes } }] : []),
      ...medicalHashes(ctx, q).map((hashes) => ({
        [raw((row) => `${row}.medical_terms @> ?::int[]`, [`{${hashes}}`])]: [],
      })),
    ],
  };
}

/**
 * What the encrypted health answers are searched for: the hashes of each three letters of the text, with every key, as
 * some rows have those of the former key while it is replaced.
 */
const medicalHashes = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  looksIntoMedical(ctx, q) ? ctx.config.dataKeys.all().map((key) => trigramHashes(key, foldText(q))) : [];

/** Whether a search for this text looks into health answers: they are searched by three letters and more. */
export const looksIntoMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined && mayReadMedical(ctx) && !reference.test(q) && [...foldText(q)].length >= TRIGRAM;

/** Also trashed programs, because their registrations still show them. */
const programsNamed = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  idsOf(em, `select id from ${PROGRAMS} where fold(name) like ${soughtPattern}`, q);

/** Finds intakes by their place, and by their start as it is shown or as an ISO date. */
const intakesNamed = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  idsOf(em.fork(), `select id from ${INTAKES} where ${intakeText(INTAKES)} like ${soughtPattern}`, q);

async function idsOf(em: Ctx['em'], sql: string, q: string): Promise<number[]> {
  const found = await em.execute<{ id: number }[]>(sql, [q]);
  return found.map(({ id }) => id);
}

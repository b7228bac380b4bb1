import type { Ctx } from '../../context.ts';
import { foldText } from '../../database/fold-text.ts';
import { oneOf } from '../content/search.ts';
import { type MedicalColumns, openMedical, searchedText, TRIGRAM, trigramHashes } from './medical-columns.ts';
import {
  type Condition,
  where as inSql,
  isReference,
  matchingPlainly,
  narrowed,
  type RegistrationFilter,
} from './registration-filter.service.ts';
import { mayReadMedical } from './registration-medical.service.ts';

type SearchCtx = Pick<Ctx, 'actor' | 'config'>;
type Sealed = Pick<MedicalColumns, 'medical' | 'medicalId'>;

/** A search in the encrypted answers. */
export interface MedicalSearch {
  /** Finds the candidates: rows whose answers hold every trigram of what is sought. */
  where: string;
  values: string[];
  /** True when a candidate's answers hold what is sought. */
  matches(candidate: Sealed): boolean;
}

/** Undefined when the search must not, or cannot, look into health answers: they are searched by three letters and more. */
export function medicalSearch({ actor, config }: SearchCtx, q: string): MedicalSearch | undefined {
  const sought = foldText(q);
  if (!mayReadMedical({ actor }) || [...sought].length < TRIGRAM) return undefined;
  const keys = config.dataKeys;
  const all = keys.all();
  // `keys.all` looks for a changed key file; only a candidate with an unknown key needs that
  const known = { ...keys, all: () => all };
  const keysFor = ({ medical }: Sealed) => (all.some(({ id }) => medical?.startsWith(id)) ? known : keys);
  // while a key is replaced, some rows have the hashes of the one before
  const hashes = all.map((key) => `{${trigramHashes(key, sought)}}`);
  return {
    where: `(${hashes.map(() => 'medical_terms @> ?::int[]').join(' or ')})`,
    values: hashes,
    matches: (candidate) => searchedText(openMedical(keysFor(candidate), candidate)).includes(sought),
  };
}

interface Range {
  before?: number | undefined;
  limit?: number;
}

/** Reads no more candidates than this at a time, so that other requests are answered between. */
const BATCH = 1000;
const HIGHEST_ID = 2 ** 31 - 1;

/** The ids of the registrations of a filter whose answers hold what is sought, highest first. */
async function medicalMatches(
  { em }: Pick<Ctx, 'em'>,
  { where, values, matches }: MedicalSearch,
  [stage, stages]: Condition,
  { before = HIGHEST_ID, limit = Number.POSITIVE_INFINITY }: Range = {},
): Promise<number[]> {
  const ids: number[] = [];
  // nearly every candidate matches
  const size = Math.min(BATCH, 2 * limit);
  for (let below = before; ids.length < limit; ) {
    const candidates = await em.execute<({ id: number } & Sealed)[]>(
      `select id, medical, medical_id as "medicalId" from registrations
       where ${stage} and ${where} and id < ? order by id desc limit ${size}`,
      [...stages, ...values, below],
    );
    ids.push(...candidates.filter(matches).map(({ id }) => id));
    if (candidates.length < size) break;
    below = candidates.at(-1)?.id ?? 0;
  }
  return ids;
}

const searchOf = (ctx: SearchCtx, q: string) => (isReference(q) ? undefined : medicalSearch(ctx, q));

/** Finds `q` in what the caller may read. */
export async function matchingWhatIsShown(ctx: SearchCtx & Pick<Ctx, 'em'>, q: string) {
  const medical = searchOf(ctx, q);
  return {
    $or: [
      inSql(await matchingPlainly(ctx, q)),
      ...(medical ? [oneOf(await medicalMatches(ctx, medical, narrowed({})))] : []),
    ],
  };
}

/**
 * The ids of the registrations of a filter that hold `q` in what the caller may read: at most `limit`, below `before`,
 * highest first. Each index is asked by itself, because for an `or` of both the planner reads every row.
 */
export async function newestMatches(
  ctx: SearchCtx & Pick<Ctx, 'em'>,
  { q, ...filter }: RegistrationFilter & { q: string },
  range: { before: number | undefined; limit: number },
): Promise<number[]> {
  const { before = HIGHEST_ID, limit } = range;
  const [stage, stages] = narrowed(filter);
  const [plain, plains] = (await matchingPlainly(ctx, q))();
  const found = await ctx.em.execute<{ id: number }[]>(
    `select id from registrations where ${stage} and ${plain} and id < ? order by id desc limit ?`,
    [...stages, ...plains, before, limit],
  );
  const medical = searchOf(ctx, q);
  const inMedical = medical ? await medicalMatches(ctx, medical, [stage, stages], range) : [];
  const ids = new Set([...found.map(({ id }) => id), ...inMedical]);
  return [...ids].toSorted((a, b) => b - a).slice(0, limit);
}

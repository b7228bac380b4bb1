import type { Ctx } from '../../context.ts';
import {
  type MedicalColumns,
  openMedical,
  searchedText,
  TRIGRAM,
  trigramHashes,
} from '../../database/medical-columns.ts';
import { foldText } from '../../fold-text.ts';
import { oneOf } from '../content/search.ts';
import { where as inSql, isReference, matchingPlainly } from './registration-filter.service.ts';
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

/** The ids of the registrations whose answers hold what is sought, highest first. */
async function medicalMatches(
  { em }: Pick<Ctx, 'em'>,
  { where, values, matches }: MedicalSearch,
  { before = HIGHEST_ID, limit = Number.POSITIVE_INFINITY }: Range,
): Promise<number[]> {
  const ids: number[] = [];
  for (let below = before; ids.length < limit; ) {
    const candidates = await em.execute<({ id: number } & Sealed)[]>(
      `select id, medical, medical_id as "medicalId" from registrations
       where deleted_at is null and ${where} and id < ? order by id desc limit ${BATCH}`,
      [...values, below],
    );
    ids.push(...candidates.filter(matches).map(({ id }) => id));
    if (candidates.length < BATCH) break;
    below = candidates.at(-1)?.id ?? 0;
  }
  return ids;
}

/** Finds `q` in what the caller may read. With a range, only matches in the range. */
export async function matchingWhatIsShown(ctx: SearchCtx & Pick<Ctx, 'em'>, q: string, range: Range = {}) {
  const medical = isReference(q) ? undefined : medicalSearch(ctx, q);
  return {
    $or: [
      inSql(await matchingPlainly(ctx, q)),
      ...(medical ? [oneOf(await medicalMatches(ctx, medical, range))] : []),
    ],
  };
}

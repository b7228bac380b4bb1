import type { DeskQuery } from '@institute/contract';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import {
  type Condition,
  isReference,
  isShort,
  matchingPlainly,
  narrowed,
} from './registration-filter.service.ts';
import type { MedicalSearch } from './registration-medical-search.service.ts';
import { orderBy, orderOf, registrationsAndPrograms } from './registration-order.service.ts';

/** Search counts stop at this number. */
const MAX_COUNTED = 1000;

export type StatusTotals = Record<RegistrationStatus, number>;

export interface Found {
  ids: number[];
  /** A search stops counting at `MAX_COUNTED`. */
  total: number;
  /** True when there are more matches than were counted. */
  isMore: boolean;
  /** Of each status, whatever status is asked for. */
  totals: StatusTotals;
  /** True when each of `totals` may be higher. */
  areTotalsLow: boolean;
}

type SearchQuery = DeskQuery & { q: string };
type Match = (table?: string) => Condition;

/** With `medical` set, a row is only a candidate until its health answers are decrypted. */
interface Candidate {
  id: number;
  status: RegistrationStatus;
  /** Found in the columns that are not encrypted. */
  isPlain: boolean;
  medical: string | null;
  medicalId: string | null;
}

/**
 * Rare matches are found with the search indexes and sorted afterwards. Frequent matches are found quickly by reading
 * the sorted list from its start. The limited count decides between the two. A full count would take longer than
 * everything else, and nobody pages through a thousand rows.
 */
export async function search(
  ctx: Pick<Ctx, 'em'>,
  query: SearchQuery,
  medical: MedicalSearch | undefined,
): Promise<Found> {
  const match = await matchingPlainly(ctx, query.q);
  const { status, ...others } = query;
  const across = await findSome(ctx, others, match, medical);
  const totals = totalsFrom(across.found.map((row) => [row.status, 1]));
  const counted = { totals, areTotalsLow: across.isMore };

  // of a frequent text, one status may still be rare
  const some = status && across.isMore ? await findSome(ctx, query, match, medical) : across;
  const found = status ? some.found.filter((row) => row.status === status) : some.found;
  if (!some.isMore) {
    if (status) totals[status] = found.length;
    return { ids: await pageAmong(ctx, query, found), total: found.length, isMore: false, ...counted };
  }
  const ids = await readInOrder(ctx, query, match, medical);
  // pages end at the last match that was counted
  const total = Math.min(Math.max(found.length, query.offset + ids.length), MAX_COUNTED);
  return { ids, total, isMore: true, ...counted };
}

/** At most `MAX_COUNTED` matches and one, in no order. At most that many health answers are decrypted. */
async function findSome(
  { em }: Pick<Ctx, 'em'>,
  { q, ...filter }: SearchQuery | Omit<SearchQuery, 'status'>,
  match: Match,
  medical: MedicalSearch | undefined,
): Promise<{ found: Candidate[]; isMore: boolean }> {
  const most = MAX_COUNTED + 1;
  const [stage, stages] = narrowed(filter);
  const [plain, plains] = match();
  const isBySyllable = isShort(q) && !isReference(q);
  const ids = (condition: string) =>
    `(select id from registrations where ${stage} and ${condition} limit ${most})`;
  const [sought, values] = isBySyllable
    ? [ids(`${plain} and syllables(search) @> array[substr(fold(?), 1, 2)]`), [...stages, ...plains, q]]
    : [ids(plain), [...stages, ...plains]];
  // one query for each column: for an `or` of both the planner reads every row
  const [both, bothValues] = medical
    ? [`(${sought} union ${ids(medical.where)} limit ${most})`, [...values, ...stages, ...medical.values]]
    : [sought, values];
  const some = await em.execute<Candidate[]>(
    `select ${candidate(plain)} from registrations where id in ${both}`,
    [...plains, ...bothValues],
  );
  return { found: some.filter(isFound(medical)), isMore: some.length > MAX_COUNTED };
}

const candidate = (isPlain: string) =>
  `registrations.id, registrations.status, ${isPlain} as "isPlain", medical, medical_id as "medicalId"`;

const isFound = (medical: MedicalSearch | undefined) => (row: Candidate) =>
  row.isPlain || (medical?.matches(row) ?? false);

export function totalsFrom(counts: Iterable<readonly [RegistrationStatus, number]>): StatusTotals {
  const totals = Object.fromEntries(registrationStatuses.map((status) => [status, 0])) as StatusTotals;
  for (const [status, count] of counts) totals[status] += count;
  return totals;
}

async function pageAmong(
  { em }: Pick<Ctx, 'em'>,
  { sort, limit, offset }: SearchQuery,
  found: readonly { id: number }[],
): Promise<number[]> {
  const rows = await em.execute<{ id: number }[]>(
    `select registrations.id from ${registrationsAndPrograms} where registrations.id = any(?::int[])
     ${orderBy(orderOf(sort))} limit ? offset ?`,
    [`{${found.map(({ id }) => id)}}`, limit, offset],
  );
  return rows.map(({ id }) => id);
}

/** The page of a frequent text. Decrypts no more health answers than the page needs. */
async function readInOrder(
  { em }: Pick<Ctx, 'em'>,
  { q: _, sort, limit, offset, ...filter }: SearchQuery,
  match: Match,
  medical: MedicalSearch | undefined,
): Promise<number[]> {
  const [stage, stages] = narrowed(filter);
  const [plain, plains] = match();
  const either = medical ? `(${plain} or ${medical.where})` : plain;
  const needed = Math.min(offset + limit, MAX_COUNTED);
  const page: number[] = [];
  // an end also where trigrams stand in another order in many rows
  for (let at = 0; page.length < needed && at <= MAX_COUNTED; at += needed) {
    const next = await em.execute<Candidate[]>(
      `select ${candidate(plain)} from ${registrationsAndPrograms} where ${stage} and ${either}
       ${orderBy(orderOf(sort))} limit ? offset ?`,
      [...plains, ...stages, ...plains, ...(medical?.values ?? []), needed, at],
    );
    page.push(...next.filter(isFound(medical)).map(({ id }) => id));
    if (next.length < needed) break;
  }
  return page.slice(offset, needed);
}

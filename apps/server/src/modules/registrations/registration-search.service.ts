import type { DeskQuery } from '@institute/contract';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../transaction.ts';
import { isShort, syllableIn } from '../content/search.ts';
import { PROGRAMS } from '../programs/program.entity.ts';
import {
  type Condition,
  isReference,
  matchingPlainly,
  narrowed,
  type RegistrationFilter,
} from './registration-filter.service.ts';
import type { MedicalSearch } from './registration-medical-search.service.ts';
import {
  isGrouped,
  type Order,
  orderBy,
  orderOf,
  registrationsAndPrograms,
} from './registration-order.service.ts';

/** Search counts stop at this number. */
const MAX_COUNTED = 1000;
/** From this offset on, the text is usually known to be frequent, so its matches are counted in the order of the list. */
const LATE_OFFSET = MAX_COUNTED / 2;

export type StatusTotals = Record<RegistrationStatus, number>;

export interface Found {
  ids: number[];
  /** A search stops counting at `MAX_COUNTED`. */
  total: number;
  /** True when there are more matches than were counted. */
  isMore: boolean;
  /** The matches of each status, whatever status is asked for. */
  totals: StatusTotals;
  /** True when the count stopped, so each of `totals` may be too low. */
  areTotalsLow: boolean;
}

type SearchQuery = DeskQuery & { q: string };
type Match = (table?: string) => Condition;

/** A row that is not found in the columns without encryption is only a candidate until its health answers are decrypted. */
interface Candidate {
  id: number;
  status: RegistrationStatus;
  isPlain: boolean;
  /** Null when the other columns match already. */
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
  const isLate = query.offset >= LATE_OFFSET && !status;
  const across = isLate
    ? await findFirst(ctx, query, match, medical, MAX_COUNTED + 1)
    : await findSome(ctx, others, match, medical);
  const totals = totalsFrom(across.found.map((row) => [row.status, 1]));
  const counted = { totals, areTotalsLow: across.isMore };

  // a text that is frequent in all statuses may be rare in the one that is asked for
  const some = status && across.isMore ? await findSome(ctx, query, match, medical) : across;
  const found = status ? some.found.filter((row) => row.status === status) : some.found;
  const needed = Math.min(query.offset + query.limit, MAX_COUNTED);
  const pageOf = (sorted: readonly Candidate[]) => sorted.slice(query.offset, needed).map(({ id }) => id);
  if (!some.isMore) {
    if (status) totals[status] = found.length;
    const ids = isLate ? pageOf(found) : await pageAmong(ctx, query, found);
    return { ids, total: found.length, isMore: false, ...counted };
  }
  const first = isLate ? across : await findFirst(ctx, query, match, medical, needed);
  const ids = pageOf(first.found);
  // the pages go no further than the counted matches
  const total = Math.min(Math.max(found.length, query.offset + ids.length), MAX_COUNTED);
  return { ids, total, isMore: true, ...counted };
}

interface SomeFound {
  found: Candidate[];
  isMore: boolean;
}

/** Finds at most `MAX_COUNTED` + 1 matches, in no order. Decrypts at most as many health answers. */
async function findSome(
  { em }: Pick<Ctx, 'em'>,
  query: SearchQuery | Omit<SearchQuery, 'status'>,
  match: Match,
  medical: MedicalSearch | undefined,
): Promise<SomeFound> {
  const most = MAX_COUNTED + 1;
  const [stage, stages] = narrowed(query);
  const [plain, plains] = match();
  if (isShort(query.q) && !isReference(query.q) && stages.length === 0) {
    // the index of syllables is slowest for texts that most rows contain
    const often = await em.execute<Candidate[]>(
      `select ${plainCandidate} from (select * from registrations where ${stage} limit ${2 * most}) as registrations
       where ${plain} limit ${most}`,
      [...plains],
    );
    if (often.length === most) return { found: often, isMore: true };
  }
  const [found, founds] = indexed(query.q, [plain, plains]);
  const plainly = `(select ${plainCandidate} from registrations where ${stage} and ${found} limit ${most})`;
  const values = [...stages, ...founds];
  // one subquery for each column, because for an `or` of both the planner reads every row
  const some = await (medical
    ? em.execute<Candidate[]>(
        `${plainly} union all (
           select ${sealedCandidate} from registrations where ${stage} and ${medical.where} and ${plain} is not true limit ${most}
         ) limit ${most}`,
        [...values, ...stages, ...medical.values, ...plains],
      )
    : em.execute<Candidate[]>(plainly, values));
  return { found: some.filter(isFound(medical)), isMore: some.length > MAX_COUNTED };
}

/** Adds a condition that the index of syllables answers to a text that is too short for the trigram index. */
const indexed = (q: string, [plain, values]: Condition): Condition =>
  isShort(q) && !isReference(q) ? [`${plain} and ${syllableIn('search')}`, [...values, q]] : [plain, values];

/** What is read of a row that is found without encryption, in SQL. */
const plainCandidate = 'id, status, true as "isPlain", null::text as medical, null::uuid as "medicalId"';
/** What is read of a row that only the hashes have found, in SQL. */
const sealedCandidate = 'id, status, false as "isPlain", medical, medical_id as "medicalId"';

/**
 * What is read of a candidate, in SQL. Health answers are long, so only those that must be decrypted are read. The plain
 * test is null, not false, for a registration without a program or intake: hence `is not true`.
 */
const candidate = ([plain, plains]: Condition, medical: MedicalSearch | undefined): Condition =>
  medical
    ? [
        `registrations.id, registrations.status, ${plain} as "isPlain",
         case when ${plain} is not true then medical end as medical, medical_id as "medicalId"`,
        [...plains, ...plains],
      ]
    : [`registrations.id, registrations.status, true as "isPlain"`, []];

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

/** The first matches in the requested order. Decrypts hardly more health answers than `needed`. */
async function findFirst(
  ctx: Pick<Ctx, 'em'>,
  query: SearchQuery,
  match: Match,
  medical: MedicalSearch | undefined,
  needed: number,
): Promise<SomeFound> {
  const first = await readStart(ctx, query, match, medical, needed);
  return first.length < needed ? sortAll(ctx, query, match, medical, needed) : { found: first, isMore: true };
}

/** Rows to read from the start of the sorted list before the search sorts all matches instead. */
const START = 5000;
/** The first of them, which tell whether reading the others is worthwhile. */
const TRIAL = 500;

/** Looks for the page among the first rows. Finds too little when all matches stand further on, as in a list by name. */
async function readStart(
  { em }: Pick<Ctx, 'em'>,
  query: SearchQuery,
  match: Match,
  medical: MedicalSearch | undefined,
  needed: number,
): Promise<Candidate[]> {
  const order = orderOf(query.sort);
  const group = isGrouped(order.column) ? await firstGroup({ em }, query, order) : {};
  const inOrder = orderBy(isGrouped(order.column) ? orderOf() : order);
  const [stage, stages] = narrowed({ ...query, ...group });
  const [plain, plains] = match();
  const either = medical ? `(${plain} or ${medical.where})` : plain;
  const [columns, columnValues] = candidate([plain, plains], medical);
  const foundIn = (rows: number) =>
    em.execute<Candidate[]>(
      `select ${columns} from (
         select * from registrations where ${stage} ${inOrder} limit ${rows}
       ) as registrations where ${either} ${inOrder} limit ?`,
      [...columnValues, ...stages, ...plains, ...(medical?.values ?? []), needed],
    );
  const tried = await foundIn(TRIAL);
  const isWorthMore = tried.length < needed && (tried.length * START) / TRIAL >= needed;
  const found = isWorthMore ? await foundIn(START) : tried;
  return found.filter(isFound(medical));
}

/** The rows of the first value in a sorted column with few values. */
async function firstGroup(
  { em }: Pick<Ctx, 'em'>,
  filter: RegistrationFilter,
  { column, isDescending }: Order,
): Promise<Pick<RegistrationFilter, 'status' | 'programId'>> {
  if (column === 'status') return { status: filter.status ?? registrationStatuses.at(isDescending ? -1 : 0) };
  const [stage, stages] = narrowed(filter);
  const [first] = await em.execute<{ id: number }[]>(
    `select id from ${PROGRAMS}
     where exists (select from registrations where ${stage} and registrations.program_id = ${PROGRAMS}.id)
     order by name ${isDescending ? 'desc' : 'asc'}, id limit 1`,
    [...stages],
  );
  return { programId: first?.id ?? null };
}

/** Finds every match with the search indexes, and sorts them. */
function sortAll(
  { em }: Pick<Ctx, 'em'>,
  query: SearchQuery,
  match: Match,
  medical: MedicalSearch | undefined,
  needed: number,
): Promise<SomeFound> {
  const [stage, stages] = narrowed(query);
  const [plain, plains] = match();
  const [sought, soughts] = indexed(query.q, [plain, plains]);
  const [columns, columnValues] = candidate([plain, plains], medical);
  const matches = [`select * from registrations where ${stage} and ${sought}`];
  if (medical) {
    matches.push(`select * from registrations where ${stage} and ${medical.where} and ${plain} is not true`);
  }
  const values = [...stages, ...soughts, ...(medical ? [...stages, ...medical.values, ...plains] : [])];
  return transaction({ em }, async (tx) => {
    // the planner would read every row, because it does not know how slow the test of a text is
    await tx.em.execute('set local enable_seqscan = off');
    await tx.em.execute('set local enable_indexscan = off');
    const found: Candidate[] = [];
    // stops even when most candidates only hold the same trigrams in another order and are no matches
    for (let at = 0; found.length < needed && at <= MAX_COUNTED; at += needed) {
      const next = await tx.em.execute<Candidate[]>(
        `select ${columns} from (${matches.join(' union all ')}) as registrations
         left join ${PROGRAMS} on ${PROGRAMS}.id = registrations.program_id
         ${orderBy(orderOf(query.sort))} limit ? offset ?`,
        [...columnValues, ...values, needed, at],
      );
      found.push(...next.filter(isFound(medical)));
      if (next.length < needed) return { found, isMore: false };
    }
    return { found, isMore: true };
  });
}

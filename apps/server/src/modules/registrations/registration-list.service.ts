import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { literally } from '../content/search.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { duplicatesAmong } from './registration-duplicates.service.ts';
import { recordSearch } from './registration-medical.service.ts';
import { type MedicalSearch, medicalSearch } from './registration-medical-search.service.ts';

/** Search counts stop at this number. */
const MAX_COUNTED = 1000;

export interface PageQuery {
  limit: number;
  offset: number;
  q?: string | undefined;
  status?: RegistrationStatus | undefined;
}

/** A row of the list. It must not contain medical data. */
interface ListedRegistration {
  id: number;
  reference: string;
  status: RegistrationStatus;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  program: { id: number; name: string } | null;
  startDate: string | null;
  createdAt: string;
  /** Another registration has the same email, phone, or name and date of birth. */
  isDuplicate: boolean;
}

export interface RegistrationPage {
  items: ListedRegistration[];
  /** A search counts at most `MAX_COUNTED` matches. */
  total: number;
  /** True when there are more matches than were counted. */
  isMore?: boolean;
}

interface Found {
  ids: number[];
  total: number;
  isMore: boolean;
}

const newestFirst = 'order by created_at desc, id desc limit ? offset ?';

/** One page of the office's list, newest first. Its time does not grow with the number of registrations. */
export async function pageOfRegistrations(ctx: Ctx, query: PageQuery): Promise<RegistrationPage> {
  const { q } = query;
  const medical = q && !isReference(q) ? medicalSearch(ctx, q) : undefined;
  const { ids, ...counted } = await (q
    ? medical
      ? searchMedicalToo(ctx, { ...query, q }, medical)
      : search(ctx, { ...query, q })
    : everything(ctx, query));
  if (medical) await recordSearch(ctx, []);
  const [rows, duplicates] = await Promise.all([
    ctx.em.find(
      RegistrationEntity,
      { id: { $in: ids } },
      {
        fields: [
          'reference',
          'status',
          'firstName',
          'lastName',
          'email',
          'phone',
          'program.name',
          'startDate',
          'createdAt',
        ],
        disableIdentityMap: true,
      },
    ),
    duplicatesAmong({ em: ctx.em.fork() }, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = ids.flatMap((id) => {
    const row = byId.get(id);
    // deleted between the two queries
    if (!row) return [];
    const { reference, status, firstName, lastName, email, phone, program, startDate, createdAt } = row;
    return {
      ...{ id, status, firstName, lastName, email, phone },
      reference: reference ?? '',
      program: program ? { id: program.id, name: program.name } : null,
      startDate: startDate ?? null,
      createdAt: createdAt.toISOString(),
      isDuplicate: duplicates.has(id),
    };
  });
  return { items, ...counted };
}

/** Reads the count and the ids from an index alone. The caller fetches the rows. */
async function everything({ em }: Pick<Ctx, 'em'>, { limit, offset, status }: PageQuery): Promise<Found> {
  const [where, values] = narrowed(status);
  const [found] = await em.execute<Omit<Found, 'isMore'>[]>(
    `select (select count(*)::int from registrations where ${where}) as total,
       array(select id from registrations where ${where} ${newestFirst}) as ids`,
    [...values, ...values, limit, offset],
  );
  return { ids: [], total: 0, ...found, isMore: false };
}

/**
 * Rare matches are found with the search index and sorted afterwards. Frequent matches are found quickly by reading
 * from the newest to the oldest. The limited count decides between the two. A full count would take longer than
 * everything else, and nobody pages through a thousand rows.
 */
async function search(
  { em }: Pick<Ctx, 'em'>,
  { q, limit, offset, status }: PageQuery & { q: string },
): Promise<Found> {
  const most = MAX_COUNTED;
  const [stage, stages] = narrowed(status);
  const [match, matches] = matching(q);
  // the trigram index cannot find texts of fewer than three characters
  const isShort = [...q].length < 3 && !isReference(q);
  const counted = isShort ? `${match} and ${bySyllables}` : match;
  const counts = isShort ? [...matches, q] : matches;
  const [rare] = await em.execute<{ total: number; ids: number[] }[]>(
    `with found as materialized (
       select id, created_at from registrations where ${stage} and ${counted} limit ${most + 1}
     )
     select (select count(*)::int from found) as total, array(select id from found ${newestFirst}) as ids`,
    [...stages, ...counts, limit, offset],
  );
  if (!rare || rare.total <= most) return { ids: [], total: 0, ...rare, isMore: false };

  const frequent = await em.execute<{ id: number }[]>(
    `select id from registrations where ${stage} and ${match} ${newestFirst}`,
    [...stages, ...matches, Math.max(0, Math.min(limit, most - offset)), offset],
  );
  return { ids: frequent.map(({ id }) => id), total: most, isMore: true };
}

const narrowed = (status: RegistrationStatus | undefined): [string, string[]] =>
  status ? ['deleted_at is null and status = ?', [status]] : ['deleted_at is null', []];

const reference = /^reg-\d{4}-\d{6,10}$/i;

const isReference = (q: string) => reference.test(q);

const bySyllables = 'syllables(search) @> array[substr(fold(?), 1, 2)]';

const matching = (q: string): [string, string[]] =>
  isReference(q)
    ? ['reference = ?', [q.toUpperCase()]]
    : [`search like '%' || fold(?) || '%'`, [literally(q)]];

interface Candidate {
  id: number;
  /** In milliseconds, to sort by. */
  createdAt: number;
  /** Found in the columns that are not encrypted. */
  isPlain: boolean;
  medical: string | null;
  medicalId: string | null;
}

/**
 * Like `search`, with rows that are only candidates until their health answers are decrypted. At most `MAX_COUNTED`
 * and one are decrypted for the count, and no more than the page needs for the page.
 */
async function searchMedicalToo(
  { em }: Pick<Ctx, 'em'>,
  { q, limit, offset, status }: PageQuery & { q: string },
  medical: MedicalSearch,
): Promise<Found> {
  const [stage, stages] = narrowed(status);
  const [match, matches] = matching(q);
  const read = (from: string, values: readonly unknown[]) =>
    em.execute<Candidate[]>(
      `select id, extract(epoch from created_at)::float8 * 1000 as "createdAt", ${match} as "isPlain", medical,
         medical_id as "medicalId" from registrations where ${from}`,
      [...matches, ...values],
    );
  const most = MAX_COUNTED + 1;
  const ids = (condition: string) =>
    `(select id from registrations where ${stage} and ${condition} limit ${most})`;
  const isFound = (candidate: Candidate) => candidate.isPlain || medical.matches(candidate);

  // one query for each column: for an `or` of both the planner reads every row
  const some = await read(`id in (${ids(match)} union ${ids(medical.where)} limit ${most})`, [
    ...[...stages, ...matches],
    ...[...stages, ...medical.values],
  ]);
  const found = some.filter(isFound);
  if (some.length <= MAX_COUNTED) {
    const newest = found.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
    return { ids: idsOf(newest.slice(offset, offset + limit)), total: found.length, isMore: false };
  }

  const needed = Math.min(offset + limit, MAX_COUNTED);
  const page: Candidate[] = [];
  // an end also where trigrams stand in another order in many rows
  for (let at = 0; page.length < needed && at <= MAX_COUNTED; at += needed) {
    const next = await read(`${stage} and (${match} or ${medical.where}) ${newestFirst}`, [
      ...[...stages, ...matches, ...medical.values],
      ...[needed, at],
    ]);
    page.push(...next.filter(isFound));
    if (next.length < needed) break;
  }
  const total = Math.min(Math.max(found.length, page.length), MAX_COUNTED);
  return { ids: idsOf(page.slice(offset, needed)), total, isMore: true };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

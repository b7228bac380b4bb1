import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { literally } from '../content/search.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { duplicatesAmong } from './registration-duplicates.service.ts';
import { mayReadMedical, recordSearch } from './registration-medical.service.ts';

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
  const { ids, ...counted } = await (q ? search(ctx, { ...query, q }) : everything(ctx, query));
  if (q && !isReference(q) && mayReadMedical(ctx)) await recordSearch(ctx, []);
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
async function search(ctx: Pick<Ctx, 'em' | 'actor'>, query: PageQuery & { q: string }): Promise<Found> {
  const { q, limit, offset, status } = query;
  const { em } = ctx;
  const most = MAX_COUNTED;
  const [stage, stages] = narrowed(status);
  const columns = mayReadMedical(ctx) ? ['search', 'medical_search'] : ['search'];
  const [match, matches] = matching(q, columns);
  // the trigram index cannot find texts of fewer than three characters
  const narrower = [...q].length < 3 ? bySyllables : undefined;
  // one query for each column: for an `or` of both the planner reads every row
  const parts = (isReference(q) ? ['search'] : columns).map((column) => matching(q, [column], narrower));
  const found = parts.map(
    ([part]) => `(select id, created_at from registrations where ${stage} and ${part} limit ${most + 1})`,
  );
  const [rare] = await em.execute<{ total: number; ids: number[] }[]>(
    `with found as materialized (
       ${found.join(' union ')}
     )
     select (select count(*)::int from found) as total, array(select id from found ${newestFirst}) as ids`,
    [...parts.flatMap(([, values]) => [...stages, ...values]), limit, offset],
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

const bySyllables = (column: string) => `syllables(${column}) @> array[substr(fold(?), 1, 2)]`;

function matching(q: string, columns: string[], narrower?: (column: string) => string): [string, string[]] {
  if (isReference(q)) return ['reference = ?', [q.toUpperCase()]];
  const matches = columns.map((column) => {
    const like = `${column} like '%' || fold(?) || '%'`;
    return narrower ? `(${like} and ${narrower(column)})` : like;
  });
  const values = columns.flatMap(() => (narrower ? [literally(q), q] : [literally(q)]));
  return [`(${matches.join(' or ')})`, values];
}

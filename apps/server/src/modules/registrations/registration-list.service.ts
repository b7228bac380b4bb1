import type { DeskQuery } from '@institute/contract';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { PROGRAMS, ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { type ListedRegistration, listedView } from './registration.view.ts';
import { duplicatesAmong } from './registration-duplicates.service.ts';
import { isReference, narrowed, type RegistrationFilter } from './registration-filter.service.ts';
import { recordSearch } from './registration-medical.service.ts';
import { medicalSearch } from './registration-medical-search.service.ts';
import { isGrouped, type Order, orderBy, orderOf } from './registration-order.service.ts';
import { type Found, type StatusTotals, search, totalsFrom } from './registration-search.service.ts';

export interface RegistrationPage extends Omit<Found, 'ids'> {
  items: ListedRegistration[];
}

/** One page of the desk. Its time does not grow with the number of registrations. */
export async function pageOfRegistrations(ctx: Ctx, query: DeskQuery): Promise<RegistrationPage> {
  const { q } = query;
  const medical = q && !isReference(q) ? medicalSearch(ctx, q) : undefined;
  const { ids, ...counted } = await (q ? search(ctx, { ...query, q }, medical) : everything(ctx, query));
  if (medical) await recordSearch(ctx, []);
  const [rows, duplicates] = await Promise.all([
    ctx.em.find(
      RegistrationEntity,
      { id: { $in: ids } },
      {
        fields: [
          'version',
          'reference',
          'status',
          'firstName',
          'lastName',
          'email',
          'phone',
          'program.name',
          'intake.startsOn',
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
    return row ? listedView(row, duplicates.has(id)) : [];
  });
  return { items, ...counted };
}

/** Pages that begin before this row are read from the start of the list, however long it is. */
const EARLY = 1000;

/** Reads the counts and the ids from indexes alone. The caller fetches the rows. */
async function everything(ctx: Pick<Ctx, 'em'>, query: DeskQuery): Promise<Found> {
  const order = orderOf(query.sort);
  const isEarly = query.offset < EARLY && !isGrouped(order.column);
  // the counts read the index of all rows, so what does not need them runs at the same time
  const [totals, programs, early] = await Promise.all([
    totalsOf(ctx, query),
    order.column === 'program' ? programGroups({ em: ctx.em.fork() }, query, order) : [],
    isEarly ? pageOfRows({ em: ctx.em.fork() }, query, order, Number.POSITIVE_INFINITY) : undefined,
  ]);
  const total = query.status ? totals[query.status] : Object.values(totals).reduce((sum, n) => sum + n, 0);
  const groups = order.column === 'program' ? programs : statusGroups(query, order, totals);
  const ids =
    early ??
    (await (isGrouped(order.column)
      ? pageOfGroups(ctx, query, groups)
      : pageOfRows(ctx, query, order, total)));
  return { ids, total, isMore: false, totals, areTotalsLow: false };
}

/**
 * One subquery for each status or program counts all rows twice as fast as `group by`: each reads only its part of an
 * index. For the rows of one program or intake `group by` is faster.
 */
const coversPrograms = ({ programId, intakeId }: Pick<DeskQuery, 'programId' | 'intakeId'>) =>
  programId === undefined && intakeId === undefined;

/** Counts the rows of each status that pass the filter, whatever status the filter asks for. */
async function totalsOf({ em }: Pick<Ctx, 'em'>, { status: _, ...filter }: DeskQuery): Promise<StatusTotals> {
  const [where, values] = narrowed(filter);
  const isWide = coversPrograms(filter);
  const counted = await em.execute<{ status: RegistrationStatus; count: number }[]>(
    isWide
      ? `select one.status, (
           select count(*)::int from registrations where ${where} and registrations.status = one.status
         ) as count from unnest(?::text[]) as one (status)`
      : `select status, count(*)::int as count from registrations where ${where} group by status`,
    isWide ? [...values, `{${registrationStatuses}}`] : [...values],
  );
  return totalsFrom(counted.map(({ status, count }) => [status, count]));
}

/** Reads one page. Pages in the second half are read from the end, because skipping a row costs as much as reading it. */
async function pageOfRows(
  { em }: Pick<Ctx, 'em'>,
  query: Pick<DeskQuery, 'limit' | 'offset'> & Omit<RegistrationFilter, 'q'>,
  order: Order,
  total: number,
): Promise<number[]> {
  const { limit, offset } = query;
  const [where, values] = narrowed(query);
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return [];
  const isFromEnd = offset > total / 2;
  const found = await em.execute<{ id: number }[]>(
    `select id from registrations where ${where}
     ${orderBy(isFromEnd ? { ...order, isDescending: !order.isDescending } : order)} limit ? offset ?`,
    [...values, wanted, isFromEnd ? total - offset - wanted : offset],
  );
  const ids = found.map(({ id }) => id);
  return isFromEnd ? ids.reverse() : ids;
}

interface Group {
  filter: Pick<RegistrationFilter, 'status' | 'programId'>;
  count: number;
}

/** The statuses in their order, as groups of rows. */
function statusGroups({ status }: DeskQuery, { isDescending }: Order, totals: StatusTotals): Group[] {
  const asked = status ? [status] : registrationStatuses;
  const groups = asked.map((one) => ({ filter: { status: one }, count: totals[one] }));
  return isDescending ? groups.reverse() : groups;
}

/** The programs by name, as groups of rows. */
async function programGroups(
  { em }: Pick<Ctx, 'em'>,
  query: DeskQuery,
  { isDescending }: Order,
): Promise<Group[]> {
  const [where, values] = narrowed(query);
  const isWide = coversPrograms(query);
  const counts = isWide
    ? `select id as program_id, (
         select count(*)::int from registrations where ${where} and registrations.program_id = ${PROGRAMS}.id
       ) as count from ${PROGRAMS}
       union all select null, count(*)::int from registrations where ${where} and registrations.program_id is null`
    : `select program_id, count(*)::int as count from registrations where ${where} group by program_id`;
  const counted = await em.execute<{ programId: number | null; count: number }[]>(
    `select counted.program_id as "programId", counted.count from (${counts}) counted
     left join ${PROGRAMS} on ${PROGRAMS}.id = counted.program_id
     order by ${PROGRAMS}.name ${isDescending ? 'desc' : 'asc'} nulls last, counted.program_id`,
    isWide ? [...values, ...values] : [...values],
  );
  return counted.map(({ programId, count }) => ({ filter: { programId }, count }));
}

/** The rows of a page that spans several groups; each group is sorted newest first. */
async function pageOfGroups(ctx: Pick<Ctx, 'em'>, query: DeskQuery, groups: Group[]): Promise<number[]> {
  const ids: number[] = [];
  let start = 0;
  for (const { filter, count } of groups) {
    const offset = Math.max(query.offset - start, 0);
    const limit = query.offset + query.limit - start - offset;
    start += count;
    if (limit <= 0) break;
    if (offset < count) {
      ids.push(...(await pageOfRows(ctx, { ...query, ...filter, limit, offset }, orderOf(), count)));
    }
  }
  return ids;
}

interface DeskChoices {
  programs: { id: number; name: string }[];
  intakes: { id: number; programId: number; startsOn: string }[];
}

/** The programs by name and the intakes by start. Trashed ones are left out; the search finds their registrations. */
export async function deskChoices({ em }: Pick<Ctx, 'em'>): Promise<DeskChoices> {
  const kept = { deletedAt: null };
  const [programs, intakes] = await Promise.all([
    em.find(ProgramEntity, kept, {
      ...{ fields: ['name'], orderBy: { name: 'asc', id: 'asc' }, disableIdentityMap: true },
    }),
    em.fork().find(IntakeEntity, kept, {
      fields: ['programId', 'startsOn'],
      ...{ orderBy: { startsOn: 'asc', id: 'asc' }, disableIdentityMap: true },
    }),
  ]);
  return {
    programs: programs.map(({ id, name }) => ({ id, name })),
    intakes: intakes.map(({ id, programId, startsOn }) => ({ id, programId, startsOn })),
  };
}

import type { DeskQuery } from '@institute/contract';
import {
  type DeskColumn,
  type DeskSort,
  type RegistrationStatus,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { type QueryOrderMap, raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { type Counted, columnOf, entityRows, findPage, MAX_COUNTED } from '../../database/page.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationEntity, type RegistrationRow } from './registration.entity.ts';
import { type ListedRegistration, listedView } from './registration.view.ts';
import { duplicatesAmong } from './registration-duplicates.service.ts';
import { recordSearch } from './registration-medical.service.ts';
import { filtered, looksIntoMedical, type RegistrationFilter } from './registration-search.service.ts';

interface StatusTotals {
  /** The registrations of each status, whatever status is asked for. */
  totals: Record<RegistrationStatus, number>;
  /** True when the count stopped, so each of `totals` may be too low. */
  areTotalsLow: boolean;
}

export interface RegistrationPage extends Counted, StatusTotals {
  items: ListedRegistration[];
}

/** One page of the desk. */
export async function pageOfRegistrations(
  ctx: Ctx,
  { limit, offset, sort, ...filter }: DeskQuery,
): Promise<RegistrationPage> {
  const { q, status } = filter;
  const most = q ? MAX_COUNTED : undefined;
  const list = entityRows(ctx.em, RegistrationEntity, await filtered(ctx, filter), shown);
  const { rows, ...counted } = await findPage(list, { orderBy: orderOf(sort), limit, offset }, most);
  const { totals, areTotalsLow } = await countStatuses(ctx, filter, most);
  // a text that is frequent in all statuses may be rare in the one that is asked for
  if (status && !counted.isMore) totals[status] = counted.total;
  if (looksIntoMedical(ctx, q)) await recordSearch(ctx, []);
  const duplicates = await duplicatesAmong(
    ctx,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => listedView(row, duplicates.has(row.id)));
  return { items, ...counted, totals, areTotalsLow };
}

const shown = {
  fields: [
    ...[
      'version',
      'reference',
      'status',
      'firstName',
      'lastName',
      'email',
      'phone',
      'startDate',
      'createdAt',
    ],
    ...['program.name', 'intake.startsOn'],
  ],
};

async function countStatuses(
  ctx: Ctx,
  { status: _, ...filter }: RegistrationFilter,
  most = Number.POSITIVE_INFINITY,
): Promise<StatusTotals> {
  const where = await filtered(ctx, filter);
  const { sql, values } = columnOf(ctx.em, RegistrationEntity, 'status', where, { limit: most + 1 });
  const counted = await ctx.em.execute<{ status: RegistrationStatus; count: number }[]>(
    `select status, count(*)::int as count from (${sql}) as counted group by status`,
    values,
  );
  const totals = Object.fromEntries(registrationStatuses.map((status) => [status, 0]));
  for (const { status, count } of counted) totals[status] = count;
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return { totals: totals as StatusTotals['totals'], areTotalsLow: total > most };
}

type Orders = QueryOrderMap<RegistrationRow>[];

function orderOf(sort: DeskSort = '-createdAt'): Orders {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const newest: Orders = [{ createdAt: 'desc' }, { id: 'desc' }];
  const by = (expression: (row: string) => string) => ({ [raw(expression)]: direction });
  const id = { id: direction } as const;
  const orders: Record<DeskColumn, Orders> = {
    createdAt: [{ createdAt: direction }, id],
    reference: [id],
    name: [{ lastName: direction }, { firstName: direction }, id],
    email: [by((row) => `lower(${row}.email)`), id],
    phone: [by((row) => `dialled(${row}.phone)`), id],
    startDate: [{ startDate: direction }, id],
    program: [{ program: { name: `${direction} nulls last` } }, ...newest],
    status: [by((row) => `array_position('{${registrationStatuses}}'::text[], ${row}.status)`), ...newest],
  };
  return orders[sort.replace('-', '') as DeskColumn];
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

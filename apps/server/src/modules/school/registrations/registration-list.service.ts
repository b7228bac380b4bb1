import type { Registration, RegistrationListQuery } from '@institute/contract';
import {
  type RegistrationStatus,
  registrationLimits,
  registrationStatuses,
  tooManyChosenMessage,
} from '@institute/contract/registrations.constants';
import { type FilterQuery, type QueryOrderMap, raw } from '@mikro-orm/core';
import * as z from 'zod';
import { hasRight, refuseLongPeopleList } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import {
  type BatchRange,
  buildColumnQuery,
  findBatchOfRows,
  findPage,
  MAX_COUNTED_ROWS,
  makeEntityRowSource,
  parseSort,
  toOrderByColumn,
  whereCreatedWithin,
} from '../../../database/page.ts';
import { invalidInputError } from '../../../errors.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { findRecords, type RecordsQuery } from '../../platform/content/list-pages.ts';
import { whereIdIn } from '../../platform/content/search.ts';
import {
  comparedPhoneSql,
  orderByName,
  RegistrationEntity,
  type RegistrationRow,
} from './registration.entity.ts';
import { toListedRegistrationView, toRegistrationView } from './registration.view.ts';
import { deskFindOptions } from './registration-desk.service.ts';
import { makeDocumentFilter } from './registration-documents.service.ts';
import { listIdsWithDuplicates } from './registration-duplicates.service.ts';
import {
  openVisibleMedical,
  recordMedicalList,
  recordMedicalSearch,
} from './registration-medical-access.service.ts';
import { maySearchMedical } from './registration-medical-search.service.ts';
import { type SearchCtx, searchRegistrations } from './registration-search.service.ts';

export type RegistrationFilter = Pick<
  RegistrationListQuery,
  'q' | 'status' | 'programId' | 'intakeId' | 'from' | 'to' | 'documents'
> & {
  updatedSince?: string | undefined;
  ids?: readonly number[] | undefined;
};

async function filterRegistrations(
  ctx: SearchCtx,
  { q, status, programId, intakeId, from, to, documents, updatedSince, ids }: RegistrationFilter,
): Promise<FilterQuery<RegistrationRow>> {
  return {
    deletedAt: null,
    ...(status && { status }),
    ...(programId && { program: programId }),
    ...(intakeId && { intake: intakeId }),
    ...(updatedSince && { updatedAt: { $gte: new Date(updatedSince) } }),
    $and: [
      ...whereCreatedWithin({ from, to }),
      ids ? whereIdIn(ids) : {},
      documents ? makeDocumentFilter(ctx, documents) : {},
      q ? await searchRegistrations(ctx, q) : {},
    ],
  };
}

export async function findRegistrationPage(
  ctx: Ctx,
  { limit, offset, sort, status, ...filter }: RegistrationListQuery,
) {
  const { q } = filter;
  const maxCount = q ? MAX_COUNTED_ROWS : undefined;
  const registrationCondition = await filterRegistrations(ctx, filter);
  const statusCondition = status ? { $and: [registrationCondition, { status }] } : registrationCondition;
  const { totals, areTotalsLow } = await countRegistrationsByStatus(ctx, registrationCondition, maxCount);
  const totalCount = status ? totals[status] : Object.values(totals).reduce((sum, count) => sum + count, 0);
  const list = {
    ...makeEntityRowSource(ctx.em, RegistrationEntity, statusCondition, listFindOptions),
    ...(!areTotalsLow && { count: async () => totalCount }),
  };
  const { rows, ...counted } = await findPage(
    list,
    { orderBy: toRegistrationOrder(sort), limit, offset },
    maxCount,
  );
  refuseLongPeopleList(ctx, rows.length, 'office');
  // The count of one status is exact when its search ended before the limit, even if the other totals are too low
  if (status && !counted.isMore) totals[status] = counted.total;
  if (maySearchMedical(ctx, q)) await recordMedicalSearch(ctx, []);
  const idsWithDuplicates = await listIdsWithDuplicates(ctx, listIds(rows));
  const listedItems = rows.map((row) => toListedRegistrationView(row, idsWithDuplicates.has(row.id)));
  return { items: listedItems, ...counted, totals, areTotalsLow };
}

const listFindOptions = {
  fields: [
    'version',
    'reference',
    'status',
    'firstName',
    'lastName',
    'email',
    'phone',
    'dateOfBirth',
    'startDay',
    'createdAt',
    'program.name',
  ],
};

const statusCountColumns = { status: z.enum(registrationStatuses), count: int };

async function countRegistrationsByStatus(
  { em }: Pick<Ctx, 'em'>,
  where: FilterQuery<RegistrationRow>,
  most = Number.POSITIVE_INFINITY,
) {
  const { sql, values } = buildColumnQuery(em, RegistrationEntity, 'status', where, { limit: most + 1 });
  const statusCounts = await readRows(em, statusCountColumns)(
    `select status, count(*)::int as count from (${sql}) as counted group by status`,
    values,
  );
  const countsByStatus = Object.fromEntries(registrationStatuses.map((status) => [status, 0]));
  for (const { status, count } of statusCounts) countsByStatus[status] = count;
  const total = statusCounts.reduce((sum, { count }) => sum + count, 0);
  // Counting stops at the limit, so the totals may be too low
  return { totals: countsByStatus as Record<RegistrationStatus, number>, areTotalsLow: total > most };
}

type RegistrationOrders = QueryOrderMap<RegistrationRow>[];

function toRegistrationOrder(sort = '-createdAt'): RegistrationOrders {
  const { name, direction } = parseSort(sort);
  const newestFirst: RegistrationOrders = [{ createdAt: 'desc' }, { id: 'desc' }];
  const makeOrderBySql = (expression: (row: string) => string) => ({ [raw(expression)]: direction });
  const idOrder = { id: direction } as const;
  const ordersByName: Record<string, RegistrationOrders> = {
    reference: [idOrder],
    name: orderByName(direction),
    email: [makeOrderBySql((row) => `lower(${row}.email)`), idOrder],
    phone: [makeOrderBySql((row) => comparedPhoneSql(`${row}.`)), idOrder],
    program: [{ program: { name: `${direction} nulls last` } }, ...newestFirst],
    startDate: [{ startDay: direction }, idOrder],
    status: [
      makeOrderBySql((row) => `array_position('{${registrationStatuses}}'::text[], ${row}.status)`),
      ...newestFirst,
    ],
  };
  return ordersByName[name] ?? [toOrderByColumn(sort)];
}

export async function listChosenRegistrations(ctx: Ctx, filter: RegistrationFilter) {
  const rows = await ctx.em.find(RegistrationEntity, await filterRegistrations(ctx, filter), {
    fields: ['version'],
    limit: registrationLimits.chosen + 1,
    disableIdentityMap: true,
  });
  if (maySearchMedical(ctx, filter.q)) await recordMedicalSearch(ctx, []);
  if (rows.length > registrationLimits.chosen)
    throw invalidInputError([{ path: 'rows', message: tooManyChosenMessage }]);
  return rows.map(({ id, version }) => ({ id, version }));
}

/** Lists registrations, for accounts with the right with medical information. The read is recorded first. */
export async function listRegistrations(
  ctx: Ctx,
  { limit, offset, sort, cursor, ...filter }: RegistrationFilter & RecordsQuery,
) {
  const where = await filterRegistrations(ctx, filter);
  const { rows, ...page } = await findRecords(
    ctx,
    'registrations',
    { entity: RegistrationEntity, where, orderOf: toRegistrationOrder, shown: deskFindOptions },
    { limit, offset, sort, cursor },
  );
  const ids = listIds(rows);
  refuseLongPeopleList(ctx, ids.length, 'rest');
  if (maySearchMedical(ctx, filter.q)) await recordMedicalSearch(ctx, ids);
  else if (hasRight(ctx, 'health') && ids.length > 0) await recordMedicalList(ctx, ids);
  return { items: rows.map((row) => toRegistrationView(row, openVisibleMedical(ctx, row))), ...page };
}

/** The caller must record the read of medical information. */
export async function findRegistrationBatch(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  { withMedical, ...filter }: RegistrationFilter & { withMedical: boolean },
  range: BatchRange,
): Promise<Registration[]> {
  const where = await filterRegistrations(ctx, filter);
  const rows = await findBatchOfRows(ctx.em, RegistrationEntity, where, range, deskFindOptions);
  return rows.map((row) => toRegistrationView(row, withMedical ? openVisibleMedical(ctx, row) : undefined));
}

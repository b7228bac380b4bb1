import { type SubscriberState, subscriberStates } from '@institute/contract/newsletter.constants';
import * as z from 'zod';
import { refuseLongPeopleList } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import {
  type BatchRange,
  findBatchOfRows,
  findPage,
  makeEntityRowSource,
  toOrderByColumn,
} from '../../../database/page.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { int, readRows } from '../../../sql.ts';
import type { ListQuery } from '../../platform/content/content.service.ts';
import { whereMatching } from '../../platform/content/search.ts';
import { SubscriberEntity, type SubscriberRow } from './newsletter.entity.ts';
import { makeAddressOrHashFilter } from './newsletter.service.ts';

const makeSubscriberFilter = ({ q, category }: Pick<ListQuery, 'q' | 'category'>) => ({
  ...(category && category !== 'all' && { state: category as SubscriberState }),
  ...whereMatching(q),
});

export async function listSubscribers(
  ctx: Pick<Ctx, 'em' | 'actor' | 'now'>,
  { limit, offset, sort = '-createdAt', ...query }: ListQuery,
): Promise<{ items: SubscriberView[]; total: number }> {
  const list = makeEntityRowSource(ctx.em, SubscriberEntity, makeSubscriberFilter(query));
  const { rows, total } = await findPage(list, { orderBy: toOrderByColumn(sort), limit, offset });
  refuseLongPeopleList(ctx, rows.length, 'office');
  return { items: rows.map(toSubscriberView), total };
}

export const findSubscriberBatch = (
  { em }: Pick<Ctx, 'em'>,
  filter: Pick<ListQuery, 'q' | 'category'>,
  range: BatchRange,
) => findBatchOfRows(em, SubscriberEntity, makeSubscriberFilter(filter), range);

const stateCountColumns = { state: z.enum(subscriberStates), count: int };

export async function countSubscribers({ em }: Pick<Ctx, 'em'>): Promise<Record<SubscriberState, number>> {
  const rows = await readRows(
    em,
    stateCountColumns,
  )('select state, count(*)::int as count from subscribers group by state');
  const countState = (state: SubscriberState) => rows.find((row) => row.state === state)?.count ?? 0;
  return Object.fromEntries(subscriberStates.map((state) => [state, countState(state)])) as Record<
    SubscriberState,
    number
  >;
}

export async function findSubscription(
  ctx: Pick<Ctx, 'em' | 'config'>,
  email: string,
): Promise<SubscriberView | null> {
  const subscriberFilter = await makeAddressOrHashFilter(ctx, email);
  const row = await ctx.em.findOne(SubscriberEntity, subscriberFilter, { disableIdentityMap: true });
  return row && toSubscriberView(row);
}

/** Leaves out the secret token and the hash of the address. */
const toSubscriberView = (row: SubscriberRow) => ({
  ...pickFields(row, 'id', 'createdAt', 'email', 'confirmedAt', 'unsubscribedAt'),
  state: row.state as SubscriberState,
});
export type SubscriberView = ReturnType<typeof toSubscriberView>;

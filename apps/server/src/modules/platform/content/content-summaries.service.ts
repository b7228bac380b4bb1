import type { listQuery } from '@institute/contract';
import type { Need } from '@institute/contract/rights.constants';
import type { EntitySchema, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type * as z from 'zod';
import { type Ctx, seesAllContent } from '../../../context.ts';
import { findPage, type Orders, orderingWith } from '../../../database/page.ts';
import type { PlainRows } from '../../../database/plain-rows.ts';
import { foldedMatch, whereMatching } from './search.ts';

export type SummaryQuery = z.output<ReturnType<typeof listQuery>> & { exclude?: number | undefined };

export interface SummaryRules<View> {
  /** Columns of the search, instead of the search column. */
  searched?: readonly string[];
  conditions?(query: object): object;
  complete?(ctx: Ctx, views: View[]): Promise<View[]>;
}

export interface ContentSummary<Row, View> extends SummaryRules<View> {
  columns: readonly (keyof Row & string)[];
  view(row: Row): View;
}

interface SummaryKind<Row extends { id: number }, View> {
  entity: EntitySchema<Row>;
  order: string;
  orders?: Orders;
  summary: ContentSummary<Row, View>;
  need: Need;
  visible?(now: Date): object;
  matching?(q: string): object;
}

export const listSummaries =
  <Row extends { id: number }, View>(
    { entity, order, orders, summary, visible, ...kind }: SummaryKind<Row, View>,
    table: PlainRows<Row>,
  ) =>
  async (ctx: Ctx, query: SummaryQuery): Promise<{ items: View[]; total: number }> => {
    const { limit, offset, q, category, sort = order, exclude } = query;
    const { columns, view, searched, conditions: filter, complete = async (_, views) => views } = summary;
    const seesAll = seesAllContent(ctx, kind.need);
    const shownConditions = (now: Date) => [
      { deletedAt: null },
      seesAll ? {} : (visible?.(now) ?? {}),
      category && category !== 'all' ? { category } : {},
      exclude ? { id: { $ne: exclude } } : {},
      filter?.(query) ?? {},
      q && kind.matching ? kind.matching(q) : searched ? foldedMatch(q, searched) : whereMatching(q),
    ];
    const whereSeen = (now: Date) => ({ $and: shownConditions(now) }) as FilterQuery<Row>;
    const page = {
      fields: columns,
      orderBy: orderingWith(orders, sort) as QueryOrderMap<Row>[],
      limit,
      offset,
    };
    const list = table(ctx, { ...(!q && { key: ['summaries', seesAll, query] }), where: whereSeen });
    const { rows, total } = await findPage(list, page);
    return { items: await complete(ctx, rows.map(view)), total };
  };

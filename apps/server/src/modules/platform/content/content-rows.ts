import type { ContentState } from '@institute/contract/content.constants';
import type { Need } from '@institute/contract/rights.constants';
import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import { maySeeAllContent } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { makePlainRowReader } from '../../../database/plain-rows.ts';
import { invalidInputError } from '../../../errors.ts';
import { whereFolded, whereMatching } from './search.ts';

/** Rules of a content resource that decide which rows a call gets. */
interface RowRules<Row extends { id: number }> {
  contract: { need: Need };
  entity: EntitySchema<Row>;
  matching?(q: string): object;
  states?: { [State in ContentState]?: (now: Date) => object };
  summary: { conditions?(query: object): object };
  visible(now: Date): object;
}

interface RowQuery {
  q?: string | undefined;
  category?: string | undefined;
  exclude?: number | undefined;
  status?: ContentState | undefined;
  limit?: number;
  offset?: number;
  sort?: string | undefined;
}

/** Combines conditions with one that excludes the trash. */
export const whereNotTrashed = <Row>(...conditions: object[]) =>
  ({ $and: [{ deletedAt: null }, ...conditions] }) as FilterQuery<Row>;

/** Finds the rows that a call asks for, among those that its caller may see. */
export function makeRowFinder<Row extends { id: number }>(kind: RowRules<Row>) {
  const { need } = kind.contract;
  const plainRows = makePlainRowReader(kind.entity);

  const whereState = (status: ContentState | undefined, now: Date): object => {
    if (!status) return {};
    const stateCondition = kind.states?.[status];
    if (!stateCondition)
      throw invalidInputError([{ path: 'status', message: 'There is no such state here' }]);
    return stateCondition(now);
  };

  const whereSearched = (q: string | undefined, searched?: readonly string[]) => {
    if (q && kind.matching) return kind.matching(q);
    return searched ? whereFolded(q, searched) : whereMatching(q);
  };

  return {
    listItems(ctx: Ctx, query: RowQuery, searched?: readonly string[]) {
      const { limit, offset, category, exclude, status, sort, q, ...filters } = query;
      const seesAllContent = maySeeAllContent(ctx, need);
      const whereVisible = (now: Date) =>
        whereNotTrashed<Row>(
          seesAllContent ? {} : kind.visible(now),
          category && category !== 'all' ? { category } : {},
          exclude ? { id: { $ne: exclude } } : {},
          whereState(status, now),
          kind.summary.conditions?.(filters) ?? {},
          whereSearched(q, searched),
        );
      return plainRows(ctx, { ...(!q && { key: ['list', seesAllContent, query] }), where: whereVisible });
    },

    /** Finds all rows that match the filters, including rows that visitors do not see. */
    whereExported: (ctx: Ctx, { q, category, status }: RowQuery) =>
      whereNotTrashed<Row>(category ? { category } : {}, whereState(status, ctx.now()), whereSearched(q)),

    async readRow(ctx: Ctx, id: number, seesAll = maySeeAllContent(ctx, need)): Promise<Row | undefined> {
      const whereVisible = (now: Date) => whereNotTrashed<Row>({ id }, seesAll ? {} : kind.visible(now));
      const [row] = await plainRows(ctx, { key: ['item', seesAll, id], where: whereVisible }).find();
      return row;
    },
  };
}

export type RowFinder<Row extends { id: number }> = ReturnType<typeof makeRowFinder<Row>>;

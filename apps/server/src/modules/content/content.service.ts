import type { EntityType } from '@institute/contract/constants';
import {
  type EntitySchema,
  type FilterQuery,
  LockMode,
  type QueryOrderMap,
  type RequiredEntityData,
} from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '../../context.ts';
import { changing } from '../../database/changes.ts';
import { notFound } from '../../errors.ts';
import { checkMatch, itemTag } from '../../etag.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { matching, ordering } from './search.ts';

export interface ContentRow {
  id: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt?: Date | null;
}

export interface ListQuery {
  limit: number;
  offset: number;
  q?: string | undefined;
  category?: string | undefined;
  sort?: string | undefined;
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
/** What an absent optional field is on a new row. */
export type Defaults<Input> = { [K in OptionalKeys<Input>]: Exclude<Input[K], undefined> };

/** What a content resource says of itself; the rest is shared. */
export interface ContentKind<Row extends ContentRow, View, Input extends object> {
  entity: EntitySchema<Row>;
  type: EntityType;
  missing: string;
  defaults: Defaults<Input>;
  /** The order of a list that asks for none. */
  order: 'id' | '-createdAt';
  title(row: Row): string;
  view(row: Row): View;
  /** What visitors see, where that is not everything. */
  visible?(now: Date): object;
  /** Last touches on what is stored; `row` is null for a new one. Throws for a rule between fields. */
  prepare?(input: Partial<Input>, row: Row | null): object | Promise<object>;
}

export interface Item<View> {
  view: View;
  tag: string;
}

export interface ContentService<View, Input> {
  list(ctx: Ctx, query: ListQuery): Promise<{ items: View[]; total: number }>;
  get(ctx: Ctx, id: number): Promise<Item<View>>;
  create(ctx: Ctx, input: Input): Promise<Item<View>>;
  update(ctx: Ctx, id: number, input: Partial<Input>, ifMatch?: string): Promise<Item<View>>;
  remove(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }>;
}

export function contentService<Row extends ContentRow, View, Input extends object>(
  kind: ContentKind<Row, View, Input>,
): ContentService<View, Input> {
  const { entity, type, missing, view, prepare = (input) => input } = kind;
  const item = (row: Row): Item<View> => ({ view: view(row), tag: itemTag(type, row) });

  const seenBy = ({ actor, now }: Ctx) => (actor ? {} : (kind.visible?.(now()) ?? {}));
  const where = (...conditions: object[]) =>
    ({ $and: [{ deletedAt: null }, ...conditions] }) as FilterQuery<Row>;

  async function locked(em: EntityManager, id: number, ifMatch: string | undefined): Promise<Row> {
    const row = await em.findOne(entity, where({ id }), { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound(missing);
    checkMatch(ifMatch, itemTag(type, row));
    return row;
  }

  const record = (ctx: Ctx, em: EntityManager, done: 'create' | 'update' | 'delete', row: Row) =>
    recordActivity(ctx, em, {
      type: done,
      entityType: type,
      entityId: row.id,
      description: `${pastTense[done]} ${type} “${kind.title(row)}”`,
    });

  return {
    list: async (ctx, { limit, offset, q, category, sort = kind.order }) => {
      const inCategory = category && category !== 'all' ? { category } : {};
      const [rows, total] = await ctx.em.findAndCount(entity, where(seenBy(ctx), inCategory, matching(q)), {
        orderBy: ordering(sort) as QueryOrderMap<Row>,
        limit,
        offset,
        disableIdentityMap: true,
      });
      return { items: rows.map((row) => view(row as Row)), total };
    },

    get: async (ctx, id) => {
      const row = await ctx.em.findOne(entity, where({ id }, seenBy(ctx)), { disableIdentityMap: true });
      if (!row) throw notFound(missing);
      return item(row as Row);
    },

    create: (ctx, input) =>
      changing(ctx, async (em) => {
        const data = { ...kind.defaults, ...(await prepare(input, null)) };
        const row = em.create(entity, data as unknown as RequiredEntityData<Row>);
        await em.flush();
        await record(ctx, em, 'create', row);
        return item(row);
      }),

    update: (ctx, id, input, ifMatch) =>
      changing(ctx, async (em) => {
        const row = await locked(em, id, ifMatch);
        const { version } = row;
        Object.assign(row, await prepare(input, row));
        await em.flush();
        if (row.version !== version) await record(ctx, em, 'update', row);
        return item(row);
      }),

    remove: (ctx, id, ifMatch) =>
      changing(ctx, async (em) => {
        const row = await locked(em, id, ifMatch);
        row.deletedAt = ctx.now();
        await em.flush();
        await record(ctx, em, 'delete', row);
        return { id };
      }),
  };
}

const pastTense = { create: 'Created', update: 'Updated', delete: 'Deleted' } as const;

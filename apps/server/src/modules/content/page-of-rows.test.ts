import { expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { pageOfRows } from './page-of-rows.ts';

const ALL = 7;

/** Seven rows, and the number of times that they were counted. */
function table() {
  let counted = 0;
  const em = {
    find: async (_: unknown, __: unknown, { limit, offset }: { limit: number; offset: number }) =>
      Array.from({ length: ALL }, (_, id) => ({ id })).slice(offset, offset + limit),
    count: async () => {
      counted += 1;
      return ALL;
    },
  };
  return { ctx: { em } as unknown as Pick<Ctx, 'em'>, counted: () => counted };
}

test.each([
  { limit: 20, offset: 0, length: 7, counts: 0 },
  { limit: 5, offset: 5, length: 2, counts: 0 },
  { limit: 5, offset: 0, length: 5, counts: 1 },
  { limit: 7, offset: 0, length: 7, counts: 1 },
  { limit: 5, offset: 20, length: 0, counts: 1 },
])('a page of $limit from $offset is counted $counts times', async ({ limit, offset, length, counts }) => {
  const { ctx, counted } = table();
  const { rows, total } = await pageOfRows(ctx, ProgramEntity, {}, { limit, offset, orderBy: { id: 'asc' } });

  expect([rows.length, total, counted()]).toEqual([length, ALL, counts]);
});

test.each([
  { limit: 20, offset: 1000, ids: [1000, 1019] },
  { limit: 20, offset: 1490, ids: [1490, 1509] },
  { limit: 20, offset: 2985, ids: [2985, 2999] },
  { limit: 20, offset: 3000, ids: [] },
])('a page of $limit from $offset, of 3,000, skips no more than half of them', async (page) => {
  const all = Array.from({ length: 3000 }, (_, id) => ({ id }));
  const skipped: number[] = [];
  const em = {
    find: async (
      _: unknown,
      __: unknown,
      options: { limit: number; offset: number; orderBy: { id: string } | [{ id: string }] },
    ) => {
      skipped.push(options.offset);
      const [{ id: direction }] = [options.orderBy].flat() as [{ id: string }];
      const sorted = direction === 'asc' ? all : all.toReversed();
      return sorted.slice(options.offset, options.offset + options.limit);
    },
    count: async () => all.length,
  };
  const ctx = { em } as unknown as Pick<Ctx, 'em'>;
  const { rows, total } = await pageOfRows(ctx, ProgramEntity, {}, { ...page, orderBy: { id: 'asc' } });

  const [first, last] = page.ids;
  expect([rows.at(0)?.id, rows.at(-1)?.id, total]).toEqual([first, last, 3000]);
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(Math.max(0, ...skipped)).toBeLessThanOrEqual(1500);
});

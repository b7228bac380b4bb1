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

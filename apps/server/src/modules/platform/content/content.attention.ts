import type { Ctx } from '../../../context.ts';
import { int, readNumber, readRows, text } from '../../../sql.ts';

type AttentionCtx = Pick<Ctx, 'em' | 'content' | 'now'>;

export const contentAttention = {
  async incompleteItems({ em, content, now }: AttentionCtx) {
    const itemQueries = content.flatMap(({ type, table, titleSql, incomplete }) =>
      incomplete.map(async ({ condition, ...words }) => {
        const rows = await readRows(em, { id: int, title: text })(
          `select id, ${titleSql} as title from ${table} where deleted_at is null and ${condition(now())}
           order by title, id`,
        );
        return rows.map((row) => ({ entityType: type, ...row, ...words }));
      }),
    );
    return (await Promise.all(itemQueries)).flat();
  },

  async contentWarnings({ em, content, now }: AttentionCtx) {
    const countQueries = content.flatMap(({ type, table, warnings }) =>
      warnings.map(async ({ condition, ...words }) => {
        const count = await readNumber(
          em,
          'count',
        )(`select count(*)::int as count from ${table} where deleted_at is null and ${condition(now())}`);
        return { entityType: type, count, ...words };
      }),
    );
    return (await Promise.all(countQueries)).filter(({ count }) => count > 0);
  },
};

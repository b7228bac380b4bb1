import type { Ctx } from '../../../context.ts';
import { int, readNumber, readRows, text } from '../../../sql.ts';

type AttentionCtx = Pick<Ctx, 'em' | 'content' | 'now'>;

export const contentAttention = {
  async incompleteItems({ em, content, now }: AttentionCtx) {
    const incompleteItemQueries = content.flatMap(({ type, table, titleSql, incomplete }) =>
      incomplete.map(async ({ condition, ...words }) => {
        const incompleteItemRows = await readRows(em, { id: int, title: text })(
          `select id, ${titleSql} as title from ${table} where deleted_at is null and ${condition(now())}
           order by title, id`,
        );
        return incompleteItemRows.map((row) => ({ entityType: type, ...row, ...words }));
      }),
    );
    return (await Promise.all(incompleteItemQueries)).flat();
  },

  async contentWarnings({ em, content, now }: AttentionCtx) {
    const warningCountQueries = content.flatMap(({ type, table, warnings }) =>
      warnings.map(async ({ condition, ...words }) => {
        const warningCount = await readNumber(
          em,
          'count',
        )(`select count(*)::int as count from ${table} where deleted_at is null and ${condition(now())}`);
        return { entityType: type, count: warningCount, ...words };
      }),
    );
    return (await Promise.all(warningCountQueries)).filter(({ count }) => count > 0);
  },
};

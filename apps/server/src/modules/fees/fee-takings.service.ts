import type { TakingsQuery } from '@institute/contract';
import type { FeeMethod } from '@institute/contract/fees.constants';
import type { Ctx } from '../../context.ts';

/** Newest day first, as `yyyy-mm-dd`. Both days are included. Whole UGX; refunds and counter-entries are a minus. */
export const listTakings = async ({ em }: Pick<Ctx, 'em'>, { from, to }: TakingsQuery) => ({
  items: await em.execute<{ day: string; method: FeeMethod; amount: number; count: number }[]>(
    `select received_on::text as day, method, sum(amount)::float8 as amount, count(*)::int as count
     from fee_movements where received_on between ?::date and ?::date
     group by received_on, method order by received_on desc, method`,
    [from, to],
  ),
});

import { type TakingsQuery, takingsQuery } from '@institute/contract';
import { feeMethodNames, feeMethods } from '@institute/contract/fees.constants';
import { needs } from '@institute/contract/rights.constants';
import { fromLocalTime } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { declareCsvExport } from '../../../../exports/csv-export.ts';
import { int, readRows } from '../../../../sql.ts';
import { isFeeMoneySql } from '../accounts/cash-box.service.ts';
import { endOfDay } from '../accounts/fee-account.service.ts';

/** `amount` in whole UGX; refunds and counter-entries are a minus. */
const columns = { method: z.enum(feeMethods), amount: int, count: int };

/** Both days are included. */
export const listMethods = ({ em }: Pick<Ctx, 'em'>, { from, to }: TakingsQuery) =>
  readRows(em, columns)(
    `select method, sum(amount)::float8 as amount, count(*)::int as count from fee_movements as movement
     where ${isFeeMoneySql} and recorded_at >= ? and recorded_at < ? group by method order by amount desc, method`,
    [fromLocalTime(`${from}T00:00`), endOfDay(to)],
  );

export const feeMethodsExport = declareCsvExport({
  name: 'fee-methods',
  entityType: 'fee',
  input: takingsQuery,
  need: needs.fees,
  description: ({ from, to }) => `Exported the methods of payment from ${from} to ${to}`,
  async *batches(ctx, days) {
    yield await listMethods(ctx, days);
  },
  columns: () => [
    { heading: 'Method', cell: ({ method }) => feeMethodNames[method] },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Movements', cell: ({ count }) => count },
  ],
});

import { day, reference } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { planMovedDueDays } from './charge.service.ts';

/** Calls for accounts that change intakes, also without the right to fees. */
export const dueDaysRouter = router({
  planMoveDues: makeProcedure(needs.intakes)
    .input(z.object({ intakeId: reference, startsOn: day }))
    .query(({ ctx, input }) => planMovedDueDays(ctx, input)),
});

import { adminProcedure, router } from '../../admin/trpc.ts';
import { getStats } from './stats.service.ts';

export const statsAdmin = router({
  get: adminProcedure.query(({ ctx }) => getStats(ctx)),
});

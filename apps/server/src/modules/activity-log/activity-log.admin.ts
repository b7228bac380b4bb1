import { activityQuery } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { findActivities, listAccountEmails } from './activity-log.service.ts';

export const activityAdmin = router({
  list: adminProcedure.input(activityQuery).query(({ ctx, input }) => findActivities(ctx, input)),

  accounts: adminProcedure.query(({ ctx }) => listAccountEmails(ctx)),
});

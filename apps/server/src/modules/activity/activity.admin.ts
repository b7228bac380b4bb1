import { activityQuery } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { findActivities, listPeople } from './activity-log.service.ts';

export const activityAdmin = router({
  list: adminProcedure.input(activityQuery).query(({ ctx, input }) => findActivities(ctx, input)),

  /** Whose deeds can be asked for. */
  people: adminProcedure.query(({ ctx }) => listPeople(ctx)),
});

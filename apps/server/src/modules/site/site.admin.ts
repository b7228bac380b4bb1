import { site } from '@institute/contract';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { getSite, updateSite } from './site.service.ts';

const changes = z.object({ changes: site.partial(), ifMatch: z.string().optional() });

export const siteAdmin = router({
  /** Only an owner may change where money goes. */
  get: adminProcedure.query(async ({ ctx }) => ({
    ...(await getSite(ctx)),
    isOwner: ctx.actor.isOwner,
  })),

  update: adminProcedure
    .input(changes)
    .mutation(({ ctx, input }) => updateSite(ctx, input.changes, input.ifMatch)),
});

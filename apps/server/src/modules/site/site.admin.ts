import { siteSettings } from '@institute/contract';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { getSite, updateSite } from './site.service.ts';

const changes = z.object({ changes: siteSettings.partial(), ifMatch: z.string().optional() });

export const siteAdmin = router({
  /** Only an owner may change where money goes, where visitors are sent and what is erased. */
  get: adminProcedure.query(async ({ ctx }) => ({
    ...(await getSite(ctx)),
    isOwner: ctx.actor.isOwner,
  })),

  update: adminProcedure
    .input(changes)
    .mutation(({ ctx, input }) => updateSite(ctx, input.changes, input.ifMatch)),
});

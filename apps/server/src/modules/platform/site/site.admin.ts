import { siteSettings } from '@institute/contract';
import { text } from '@institute/contract/fields';
import * as z from 'zod';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import { legalVersion } from './legal.service.ts';
import { getSite, updateSite } from './site.service.ts';

const changes = z.object({ changes: siteSettings.partial(), ifMatch: z.string().optional() });

export const siteAdmin = router({
  /** Only an owner may change the settings of `ownerSettings`. */
  get: adminProcedure.query(async ({ ctx }) => ({
    ...(await getSite(ctx)),
    isOwner: ctx.actor.isOwner,
  })),

  legalVersion: adminProcedure
    .input(z.object({ version: text(20) }))
    .query(({ ctx, input: { version } }) => legalVersion(ctx, version)),

  update: adminProcedure
    .input(changes)
    .mutation(({ ctx, input }) =>
      updateSite(ctx, input.changes, { ifMatch: input.ifMatch, within: 'changes.' }),
    ),
});

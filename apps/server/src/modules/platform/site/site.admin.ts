import { siteSettings } from '@institute/contract';
import { text } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { partToReadNames } from '@institute/contract/site-parts.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { readLegalVersion } from './legal.service.ts';
import { getSite, markPartRead, updateSite } from './site.service.ts';

const changesInput = z.object({ changes: siteSettings.partial(), ifMatch: z.string().optional() });

const siteProcedure = makeProcedure(needs.site);

export const siteRouter = router({
  /** Only an owner may change the settings of `ownerSettings`. */
  get: siteProcedure.query(async ({ ctx }) => ({
    ...(await getSite(ctx)),
    isOwner: ctx.actor.isOwner,
  })),

  /**
   * Those who read registrations need it too: the history names the version of the texts that an applicant agreed to.
   */
  legalVersion: makeProcedure([...needs.readRegistrations, 'settings'])
    .input(z.object({ version: text(20) }))
    .query(({ ctx, input: { version } }) => readLegalVersion(ctx, version)),

  /** Called by the button “Looks right”. */
  markRead: makeProcedure('owner')
    .input(z.object({ part: z.enum(partToReadNames) }))
    .mutation(({ ctx, input: { part } }) => markPartRead(ctx, part)),

  update: siteProcedure
    .input(changesInput)
    .mutation(({ ctx, input }) =>
      updateSite(ctx, input.changes, { ifMatch: input.ifMatch, within: 'changes.' }),
    ),
});

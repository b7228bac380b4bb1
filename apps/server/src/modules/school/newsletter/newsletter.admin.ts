import { campaignInput, listQuery } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { campaignStates, subscriberStates } from '@institute/contract/newsletter.constants';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router, updateTargetInput } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { findLastChange } from '../../platform/activity/activity.service.ts';
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  listPosts,
  removeCampaign,
  resumeSending,
  sendTest,
  startSending,
  stopSending,
  updateCampaign,
} from './campaign.service.ts';
import { previewCampaign } from './campaign-email.ts';
import { removeSubscriber } from './newsletter.service.ts';
import { subscriberExport } from './subscriber.export.ts';
import { countSubscribers, listSubscribers } from './subscriber-list.service.ts';

const procedure = makeProcedure(needs.newsletter);

const subscribers = router({
  list: procedure
    .input(
      listQuery(['id', 'createdAt', 'email', 'state', 'confirmedAt', 'unsubscribedAt'], subscriberStates),
    )
    .query(({ ctx, input }) => listSubscribers(ctx, input)),
  exportTicket: exportTicket(subscriberExport),
  counts: procedure.query(({ ctx }) => countSubscribers(ctx)),
  remove: procedure.input(pathId).mutation(({ ctx, input: { id } }) => removeSubscriber(ctx, id)),
});

const campaigns = router({
  list: procedure
    .input(
      listQuery(['id', 'createdAt', 'updatedAt', 'subject', 'state', 'sent', 'startedAt'], campaignStates),
    )
    .query(({ ctx, input }) => listCampaigns(ctx, input)),
  get: procedure.input(pathId).query(({ ctx, input }) => getCampaign(ctx, input.id)),
  create: procedure.input(campaignInput).mutation(({ ctx, input }) => createCampaign(ctx, input)),
  update: procedure
    .input(updateTargetInput.extend({ changes: campaignInput.partial() }))
    .mutation(({ ctx, input: { id, changes, ifMatch } }) => updateCampaign(ctx, id, changes, ifMatch)),
  remove: procedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeCampaign(ctx, id, ifMatch)),

  lastChange: procedure.input(pathId).query(({ ctx, input }) => findLastChange(ctx, 'newsletter', input.id)),

  posts: procedure.query(({ ctx }) => listPosts(ctx)),
  preview: procedure.input(pathId).query(({ ctx, input }) => previewCampaign(ctx, input.id)),
  sendTest: procedure.input(pathId).mutation(({ ctx, input }) => sendTest(ctx, input.id)),
  start: procedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => startSending(ctx, id, ifMatch)),
  stop: procedure.input(pathId).mutation(({ ctx, input }) => stopSending(ctx, input.id)),
  resume: procedure.input(pathId).mutation(({ ctx, input }) => resumeSending(ctx, input.id)),
});

export const newsletterAdmin = router({ subscribers, campaigns });

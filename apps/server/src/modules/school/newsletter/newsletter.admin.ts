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
  listPostChoices,
  removeCampaign,
  resumeSending,
  sendTestCampaign,
  startSending,
  stopSending,
  updateCampaign,
} from './campaign.service.ts';
import { previewCampaign } from './campaign-email.ts';
import { removeSubscriber } from './newsletter.service.ts';
import { subscriberExport } from './subscriber.export.ts';
import { countSubscribers, listSubscribers } from './subscriber-list.service.ts';

const newsletterProcedure = makeProcedure(needs.newsletter);

const subscribersRouter = router({
  list: newsletterProcedure
    .input(
      listQuery(['id', 'createdAt', 'email', 'state', 'confirmedAt', 'unsubscribedAt'], subscriberStates),
    )
    .query(({ ctx, input }) => listSubscribers(ctx, input)),
  exportTicket: exportTicket(subscriberExport),
  counts: newsletterProcedure.query(({ ctx }) => countSubscribers(ctx)),
  remove: newsletterProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeSubscriber(ctx, id)),
});

const campaignsRouter = router({
  list: newsletterProcedure
    .input(
      listQuery(['id', 'createdAt', 'updatedAt', 'subject', 'state', 'sent', 'startedAt'], campaignStates),
    )
    .query(({ ctx, input }) => listCampaigns(ctx, input)),
  get: newsletterProcedure.input(pathId).query(({ ctx, input }) => getCampaign(ctx, input.id)),
  create: newsletterProcedure.input(campaignInput).mutation(({ ctx, input }) => createCampaign(ctx, input)),
  update: newsletterProcedure
    .input(updateTargetInput.extend({ changes: campaignInput.partial() }))
    .mutation(({ ctx, input: { id, changes, ifMatch } }) => updateCampaign(ctx, id, changes, ifMatch)),
  remove: newsletterProcedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeCampaign(ctx, id, ifMatch)),

  lastChange: newsletterProcedure
    .input(pathId)
    .query(({ ctx, input }) => findLastChange(ctx, 'newsletter', input.id)),

  posts: newsletterProcedure.query(({ ctx }) => listPostChoices(ctx)),
  preview: newsletterProcedure.input(pathId).query(({ ctx, input }) => previewCampaign(ctx, input.id)),
  sendTest: newsletterProcedure.input(pathId).mutation(({ ctx, input }) => sendTestCampaign(ctx, input.id)),
  start: newsletterProcedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => startSending(ctx, id, ifMatch)),
  stop: newsletterProcedure.input(pathId).mutation(({ ctx, input }) => stopSending(ctx, input.id)),
  resume: newsletterProcedure.input(pathId).mutation(({ ctx, input }) => resumeSending(ctx, input.id)),
});

export const newsletterAdminRouter = router({ subscribers: subscribersRouter, campaigns: campaignsRouter });

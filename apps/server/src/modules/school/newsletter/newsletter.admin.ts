import { campaignInput, listQuery } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { campaignStates, subscriberStates } from '@institute/contract/newsletter.constants';
import { adminProcedure, router, seen } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { lastChange } from '../../platform/activity/activity.service.ts';
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

const subscribers = router({
  list: adminProcedure
    .input(
      listQuery(['id', 'createdAt', 'email', 'state', 'confirmedAt', 'unsubscribedAt'], subscriberStates),
    )
    .query(({ ctx, input }) => listSubscribers(ctx, input)),
  exportTicket: exportTicket(subscriberExport),
  counts: adminProcedure.query(({ ctx }) => countSubscribers(ctx)),
  remove: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeSubscriber(ctx, id)),
});

const campaigns = router({
  list: adminProcedure
    .input(
      listQuery(['id', 'createdAt', 'updatedAt', 'subject', 'state', 'sent', 'startedAt'], campaignStates),
    )
    .query(({ ctx, input }) => listCampaigns(ctx, input)),
  get: adminProcedure.input(pathId).query(({ ctx, input }) => getCampaign(ctx, input.id)),
  create: adminProcedure.input(campaignInput).mutation(({ ctx, input }) => createCampaign(ctx, input)),
  update: adminProcedure
    .input(seen.extend({ changes: campaignInput.partial() }))
    .mutation(({ ctx, input: { id, changes, ifMatch } }) => updateCampaign(ctx, id, changes, ifMatch)),
  remove: adminProcedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeCampaign(ctx, id, ifMatch)),

  lastChange: adminProcedure.input(pathId).query(({ ctx, input }) => lastChange(ctx, 'newsletter', input.id)),

  posts: adminProcedure.query(({ ctx }) => listPosts(ctx)),
  preview: adminProcedure.input(pathId).query(({ ctx, input }) => previewCampaign(ctx, input.id)),
  sendTest: adminProcedure.input(pathId).mutation(({ ctx, input }) => sendTest(ctx, input.id)),
  start: adminProcedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => startSending(ctx, id, ifMatch)),
  stop: adminProcedure.input(pathId).mutation(({ ctx, input }) => stopSending(ctx, input.id)),
  resume: adminProcedure.input(pathId).mutation(({ ctx, input }) => resumeSending(ctx, input.id)),
});

export const newsletterAdmin = router({ subscribers, campaigns });

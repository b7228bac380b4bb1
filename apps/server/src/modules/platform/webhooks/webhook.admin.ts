import { deliveriesQuery, replayInput, webhookChanges, webhookInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { ownerProcedure, router } from '../../../admin/trpc.ts';
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhook.service.ts';
import { deliveryView } from './webhook.view.ts';
import { listDeliveries, replayDelivery, sendTestEvent } from './webhook-delivery.service.ts';

/** Webhooks send data to other programs, so only owners manage them. */
export const webhookAdmin = router({
  list: ownerProcedure.query(({ ctx }) => listWebhooks(ctx)),

  create: ownerProcedure.input(webhookInput).mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: ownerProcedure.input(webhookChanges).mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  remove: ownerProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeWebhook(ctx, id)),

  rotateSecret: ownerProcedure.input(pathId).mutation(({ ctx, input: { id } }) => rotateSecret(ctx, id)),

  test: ownerProcedure.input(pathId).mutation(({ ctx, input: { id } }) => sendTestEvent(ctx, id)),

  deliveries: ownerProcedure
    .input(deliveriesQuery)
    .query(async ({ ctx, input }) => (await listDeliveries(ctx, input)).map(deliveryView)),

  replay: ownerProcedure
    .input(replayInput)
    .mutation(({ ctx, input: { deliveryId } }) => replayDelivery(ctx, deliveryId)),
});

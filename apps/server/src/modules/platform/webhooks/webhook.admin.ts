import { deliveriesQuery, replayInput, webhookChanges, webhookInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhook.service.ts';
import { toDeliveryView } from './webhook.view.ts';
import { listDeliveries, replayDelivery, sendTestEvent } from './webhook-delivery.service.ts';

const webhookProcedure = makeProcedure(needs.webhooks);

export const webhookRouter = router({
  list: webhookProcedure.query(({ ctx }) => listWebhooks(ctx)),

  create: webhookProcedure.input(webhookInput).mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: webhookProcedure.input(webhookChanges).mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  remove: webhookProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeWebhook(ctx, id)),

  rotateSecret: webhookProcedure.input(pathId).mutation(({ ctx, input: { id } }) => rotateSecret(ctx, id)),

  test: webhookProcedure.input(pathId).mutation(({ ctx, input: { id } }) => sendTestEvent(ctx, id)),

  deliveries: webhookProcedure
    .input(deliveriesQuery)
    .query(async ({ ctx, input }) => (await listDeliveries(ctx, input)).map(toDeliveryView)),

  replay: webhookProcedure
    .input(replayInput)
    .mutation(({ ctx, input: { deliveryId } }) => replayDelivery(ctx, deliveryId)),
});

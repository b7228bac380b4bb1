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

const procedure = makeProcedure(needs.webhooks);

export const webhookAdmin = router({
  list: procedure.query(({ ctx }) => listWebhooks(ctx)),

  create: procedure.input(webhookInput).mutation(({ ctx, input }) => createWebhook(ctx, input)),

  update: procedure.input(webhookChanges).mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  remove: procedure.input(pathId).mutation(({ ctx, input: { id } }) => removeWebhook(ctx, id)),

  rotateSecret: procedure.input(pathId).mutation(({ ctx, input: { id } }) => rotateSecret(ctx, id)),

  test: procedure.input(pathId).mutation(({ ctx, input: { id } }) => sendTestEvent(ctx, id)),

  deliveries: procedure
    .input(deliveriesQuery)
    .query(async ({ ctx, input }) => (await listDeliveries(ctx, input)).map(toDeliveryView)),

  replay: procedure
    .input(replayInput)
    .mutation(({ ctx, input: { deliveryId } }) => replayDelivery(ctx, deliveryId)),
});

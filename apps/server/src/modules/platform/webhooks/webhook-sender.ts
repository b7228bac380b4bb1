import type { BackgroundWork } from '../../../background/background.ts';
import type { RetryRules } from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import { failSpan, runInSpan } from '../../../tracing/span.ts';
import { type PostOptions, type PostOutcome, postJson } from './post.ts';
import { makeSignedHeaders } from './signature.ts';
import { openWebhookSecrets } from './webhook.service.ts';
import { makeWebhookMessageId, writeWebhookBody } from './webhook.view.ts';
import {
  claimDeliveries,
  type DueDelivery,
  nextDeliveryDueSql,
  storeDeliveryOutcome,
} from './webhook-delivery.service.ts';

/**
 * Limit of simultaneous requests to one webhook. Together with the limit of webhooks it bounds the requests of the
 * process.
 */
const REQUESTS_AT_ONCE = 2;

/** After a crash another process sends the delivery again, under the same id. */
export function makeWebhookSender(
  context: () => Ctx,
  retries: RetryRules,
  { timeoutMs }: Pick<PostOptions, 'timeoutMs'> = {},
): BackgroundWork<DueDelivery> {
  const { log, config } = context();
  return {
    name: 'webhooks',
    nextDue: () => ({ sql: nextDeliveryDueSql }),
    claim: async (underWay) => {
      const webhookIdsUnderWay = underWay.map(({ webhook }) => webhook.id);
      const isWebhookBusy = (webhook: number) =>
        webhookIdsUnderWay.filter((id) => id === webhook).length >= REQUESTS_AT_ONCE;
      return claimDeliveries(context(), webhookIdsUnderWay.filter(isWebhookBusy));
    },
    run: async (delivery) => {
      const deliveryOutcome = await runInSpan(makeDeliverySpan(delivery), async (span) => {
        const postOptions = { timeoutMs, allowPrivate: config.webhooksAllowPrivate };
        const postResult = await attemptDelivery(context(), delivery, postOptions);
        if (span) {
          if (postResult.status !== null) span.setAttribute('http.response.status_code', postResult.status);
          if (postResult.error !== null) failSpan(span, String(postResult.status ?? 'no answer'));
        }
        return postResult;
      });
      const { id, webhook, tries } = delivery;
      if (deliveryOutcome.error !== null) {
        // The log leaves out the address and the answer, which may contain secrets of the receiver
        log.warn(
          { deliveryId: id, webhookId: webhook.id, tries, status: deliveryOutcome.status },
          'a webhook failed',
        );
      }
      await storeDeliveryOutcome(context(), retries, delivery, deliveryOutcome);
    },
  };
}

/** The span leaves out the address, which may contain secrets of the receiver. */
const makeDeliverySpan = ({ webhook, tries }: DueDelivery) => ({
  name: 'POST webhook',
  kind: 'client' as const,
  attributes: {
    'http.request.method': 'POST',
    'institute.webhook.id': webhook.id,
    'institute.attempt': tries,
  },
});

async function attemptDelivery(ctx: Ctx, delivery: DueDelivery, options: PostOptions): Promise<PostOutcome> {
  const webhookSecrets = openWebhookSecrets(ctx, delivery.webhook);
  if (webhookSecrets.length === 0) {
    return { status: null, error: 'Its secret cannot be read: the data key is missing. Make a new secret' };
  }
  const id = makeWebhookMessageId(delivery);
  const webhookBody = writeWebhookBody(delivery);
  return postJson(
    delivery.webhook.url,
    { headers: makeSignedHeaders(webhookSecrets, { id, body: webhookBody }, ctx.now()), body: webhookBody },
    options,
  );
}

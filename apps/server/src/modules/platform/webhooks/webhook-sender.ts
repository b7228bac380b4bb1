import type { Work } from '../../../background/background.ts';
import type { Retries } from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import { failSpan, runInSpan } from '../../../tracing/span.ts';
import { type Outcome, type PostOptions, postJson } from './post.ts';
import { signHeaders } from './signature.ts';
import { openSecrets } from './webhook.service.ts';
import { makeWebhookMessageId, writeWebhookBody } from './webhook.view.ts';
import {
  claimDeliveries,
  type DueDelivery,
  nextDeliveryDue,
  storeOutcome,
} from './webhook-delivery.service.ts';

/** Requests of one webhook at once. Together with the limit of webhooks this limits the process. */
const REQUESTS_AT_ONCE = 2;

/** After a crash another process sends the delivery again, under the same id. */
export function makeWebhookSender(
  context: () => Ctx,
  retries: Retries,
  { timeoutMs }: Pick<PostOptions, 'timeoutMs'> = {},
): Work<DueDelivery> {
  const { log, config } = context();
  return {
    name: 'webhooks',
    nextDue: () => ({ sql: nextDeliveryDue }),
    claim: async (underWay) => {
      const requests = underWay.map(({ webhook }) => webhook.id);
      const isBusy = (webhook: number) => requests.filter((id) => id === webhook).length >= REQUESTS_AT_ONCE;
      return claimDeliveries(context(), requests.filter(isBusy));
    },
    run: async (delivery) => {
      const outcome = await runInSpan(makeDeliverySpan(delivery), async (span) => {
        const options = { timeoutMs, allowPrivate: config.webhooksAllowPrivate };
        const result = await attemptDelivery(context(), delivery, options);
        if (span) {
          if (result.status !== null) span.setAttribute('http.response.status_code', result.status);
          if (result.error !== null) failSpan(span, String(result.status ?? 'no answer'));
        }
        return result;
      });
      const { id, webhook, tries } = delivery;
      if (outcome.error !== null) {
        // Leaves out the address and the answer, which may contain secrets of the receiver
        log.warn(
          { deliveryId: id, webhookId: webhook.id, tries, status: outcome.status },
          'a webhook failed',
        );
      }
      await storeOutcome(context(), retries, delivery, outcome);
    },
  };
}

/** Leaves out the address, which may contain secrets of the receiver. */
const makeDeliverySpan = ({ webhook, tries }: DueDelivery) => ({
  name: 'POST webhook',
  kind: 'client' as const,
  attributes: {
    'http.request.method': 'POST',
    'institute.webhook.id': webhook.id,
    'institute.attempt': tries,
  },
});

async function attemptDelivery(ctx: Ctx, delivery: DueDelivery, options: PostOptions): Promise<Outcome> {
  const secrets = openSecrets(ctx, delivery.webhook);
  if (secrets.length === 0) {
    return { status: null, error: 'Its secret cannot be read: the data key is missing. Make a new secret' };
  }
  const id = makeWebhookMessageId(delivery);
  const body = writeWebhookBody(delivery);
  return postJson(
    delivery.webhook.url,
    { headers: signHeaders(secrets, { id, body }, ctx.now()), body },
    options,
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startWorker, type Worker } from '../../background/worker.ts';
import type { Ctx } from '../../context.ts';
import { inSpan } from '../../tracing/span.ts';
import { type Outcome, type PostOptions, post } from './post.ts';
import { signedHeaders } from './signature.ts';
import { secretsOf } from './webhook.service.ts';
import { bodyOf, messageIdOf } from './webhook.view.ts';
import { claimDeliveries, type DueDelivery, storeOutcome } from './webhook-delivery.service.ts';

/** The pause when nothing is due. */
const POLL_MS = 1500;
const RETRY_MS = 5000;
/** Requests of one webhook at the same time. With the greatest number of webhooks this is the limit of the process. */
const AT_ONCE = 2;
const CLOSE_TIMEOUT_MS = 5000;

type Options = Pick<PostOptions, 'timeoutMs'> & { pollMs?: number };

/**
 * Sends the events of webhooks. A process that dies during a try leaves the delivery to another one, so a receiver may
 * get it twice, under the same id.
 */
export function startWebhookSender(
  context: () => Ctx,
  { timeoutMs, pollMs = POLL_MS }: Options = {},
): Pick<Worker, 'close'> {
  const { log, config } = context();
  /** The number of requests by webhook. */
  const requests = new Map<number, number>();
  const underWay = new Set<Promise<void>>();

  async function send(delivery: DueDelivery): Promise<void> {
    const options = { timeoutMs, allowPrivate: config.webhooksAllowPrivate };
    const outcome = await inSpan(spanOf(delivery), async (span) => {
      const result = await attempt(context(), delivery, options);
      if (span) {
        span.attributes['http.response.status_code'] = result.status ?? undefined;
        if (result.error !== null) span.failure = String(result.status ?? 'no answer');
      }
      return result;
    });
    const { id, webhook, tries } = delivery;
    if (outcome.error !== null) {
      // without the address and the answer, which may hold secrets of the receiver
      log.warn({ deliveryId: id, webhookId: webhook.id, tries, status: outcome.status }, 'a webhook failed');
    }
    await storeOutcome(context(), delivery, outcome);
  }

  const worker = startWorker({
    log,
    failure: 'cannot read the deliveries of webhooks',
    retryMs: RETRY_MS,
    turn: async () => {
      const busy = [...requests].flatMap(([id, count]) => (count >= AT_ONCE ? [id] : []));
      const due = await claimDeliveries(context(), busy);
      for (const delivery of due) {
        const { id } = delivery.webhook;
        requests.set(id, (requests.get(id) ?? 0) + 1);
        const sending = send(delivery)
          .catch((error) =>
            log.error({ err: error, deliveryId: delivery.id }, 'the result of a webhook is not stored'),
          )
          .finally(() => {
            underWay.delete(sending);
            requests.set(id, (requests.get(id) ?? 1) - 1);
            // more of this webhook may be due
            worker.wake();
          });
        underWay.add(sending);
      }
      return due.length > 0 ? 0 : pollMs;
    },
  });

  return {
    close: async () => {
      await worker.close();
      await Promise.race([Promise.all(underWay), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Without the address, which may hold secrets of the receiver. */
const spanOf = ({ webhook, tries }: DueDelivery) => ({
  name: 'POST webhook',
  kind: 'client' as const,
  attributes: {
    'http.request.method': 'POST',
    'institute.webhook.id': webhook.id,
    'institute.attempt': tries,
  },
});

async function attempt(ctx: Ctx, delivery: DueDelivery, options: PostOptions): Promise<Outcome> {
  const secrets = secretsOf(ctx, delivery.webhook);
  if (secrets.length === 0) {
    return { status: null, error: 'Its secret cannot be read: the data key is missing. Make a new secret' };
  }
  const [id, body] = [messageIdOf(delivery), bodyOf(delivery)];
  return post(
    delivery.webhook.url,
    { headers: signedHeaders(secrets, { id, body }, ctx.now()), body },
    options,
  );
}

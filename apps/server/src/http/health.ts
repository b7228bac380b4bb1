import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import { envelope } from './failures.ts';
import type { Metrics } from './metrics.ts';

const DATABASE_TIMEOUT_MS = 2000;

interface Options {
  em: EntityManager;
  metricsToken: string | undefined;
  metrics?: Metrics | undefined;
  stopping?: AbortSignal | undefined;
}

export async function operations(app: FastifyInstance, { em, metricsToken, metrics, stopping }: Options) {
  app.get('/healthz', { config: { anyHost: true, neverWaits: true } }, async (_, reply) =>
    uncached(reply).send({ status: 'ok' }),
  );

  app.get('/readyz', { config: { anyHost: true, neverWaits: true } }, async (request, reply) => {
    const isStopping = stopping?.aborted === true;
    if (!isStopping && (await answers(em))) return uncached(reply).send({ status: 'ok' });
    const reason = isStopping ? 'This process is about to close' : 'The database does not answer';
    const failure = new AppError('UNAVAILABLE', reason);
    // a thrown failure would be logged at every probe
    return uncached(reply).status(503).header('retry-after', '5').send(envelope(failure, request.id));
  });

  app.get('/metrics', { config: { anyHost: true, neverWaits: true } }, async (request, reply) => {
    if (!metrics || !metricsToken || !carries(request, metricsToken)) {
      throw notFound('There is nothing at this address');
    }
    return uncached(reply)
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

const uncached = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

async function answers(em: EntityManager): Promise<boolean> {
  const asked = em.fork().execute('select 1');
  return Promise.race([asked, sleep(DATABASE_TIMEOUT_MS, null, { ref: false })]).then(
    (rows) => rows !== null,
    () => false,
  );
}

function carries({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

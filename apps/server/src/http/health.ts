import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import { envelope } from './failures.ts';
import { openMetrics } from './metrics.ts';

const DATABASE_MAY_TAKE_MS = 2000;

interface Parts {
  em: EntityManager;
  metricsToken: string | undefined;
  /** How many answers the framework has not seen. */
  servedFromMemory(): number;
}

/** What those ask who run the process: does it live, can it serve, how does it do. */
export function operations(app: FastifyInstance, { em, metricsToken, servedFromMemory }: Parts): void {
  app.get('/healthz', async (_, reply) => unkept(reply).send({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    if (await answers(em)) return unkept(reply).send({ status: 'ok' });
    const failure = new AppError('UNAVAILABLE', 'The database does not answer');
    // thrown, it would be logged with every question
    return unkept(reply).status(503).header('retry-after', '5').send(envelope(failure, request.id));
  });

  const metrics = metricsToken ? openMetrics(app, servedFromMemory) : undefined;
  app.get('/metrics', async (request, reply) => {
    if (!metrics || !metricsToken || !carries(request, metricsToken)) {
      throw notFound('There is nothing at this address');
    }
    return unkept(reply).type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text());
  });
}

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

async function answers(em: EntityManager): Promise<boolean> {
  const asked = em.fork().execute('select 1');
  return Promise.race([asked, sleep(DATABASE_MAY_TAKE_MS, null, { ref: false })]).then(
    (rows) => rows !== null,
    () => false,
  );
}

function carries({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

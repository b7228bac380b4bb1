import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { openChanges } from './database/changes.ts';
import type { Database } from './database/open.ts';
import { answerFailure } from './http/failures.ts';
import { jsonOnly } from './http/json-only.ts';
import { requestContext } from './http/request-context.ts';
import { rest } from './http/rest.ts';
import { openJobs } from './jobs/queue.ts';

export interface AppParts {
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
  /** Answers are checked against the contract; for tests, since it costs time. */
  checkAnswers?: boolean;
}

/** The whole product on one Fastify instance, not yet listening. */
export async function buildApp({ config, db, checkAnswers = false }: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: config.logLevel },
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 500 },
  });
  const changes = openChanges(db.connection, app.log);
  const jobs = await openJobs();
  app.addHook('onClose', async () => {
    await jobs.close();
    await changes.close();
  });

  app.setErrorHandler(answerFailure);
  jsonOnly(app);
  requestContext(app, { config, changes, jobs, em: db.orm.em });
  await app.register(rest, { checkAnswers });
  return app;
}

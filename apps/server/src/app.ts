import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Ctx } from './context.ts';
import { openChanges } from './database/changes.ts';
import type { Database } from './database/open.ts';
import { answerFailure } from './http/failures.ts';
import { operations } from './http/health.ts';
import { jsonOnly } from './http/json-only.ts';
import { requestContext } from './http/request-context.ts';
import { rest } from './http/rest.ts';
import { secure } from './http/security.ts';
import { type LogStream, serverOptions } from './http/server-options.ts';
import { limitRequestTime, type TimeLimits, timeLimits } from './http/timeouts.ts';
import { jobs as allJobs } from './jobs/index.ts';
import { openJobs } from './jobs/queue.ts';
import { openPublishing } from './modules/content/publishing.ts';

export interface AppParts {
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
  /** Answers are checked against the contract; for tests, since it costs time. */
  checkAnswers?: boolean;
  limits?: TimeLimits;
  /** Where the log goes instead of standard output. */
  logTo?: LogStream;
}

/** The whole product on one Fastify instance, not yet listening. */
export async function buildApp({
  config,
  db,
  checkAnswers = false,
  limits = timeLimits,
  logTo,
}: AppParts): Promise<FastifyInstance> {
  const app = fastify(serverOptions(config, { limits, logTo }));
  const changes = openChanges(db.connection, app.log);
  const nobody = { actor: null, origin: { ipAddress: null, userAgent: null } };
  const jobContext = (): Ctx => ({
    ...{ config, changes, jobs, log: app.log },
    ...nobody,
    em: db.orm.em.fork(),
    now: () => new Date(),
  });
  const { connection } = db;
  const jobs = openJobs({ connection, log: app.log, jobs: allJobs, context: jobContext });
  const publishing = openPublishing({ em: db.orm.em, changes, log: app.log });
  app.addHook('onListen', async () => jobs.start());
  app.addHook('onClose', async () => {
    publishing.close();
    await jobs.close();
    await changes.close();
  });

  app.setErrorHandler(answerFailure);
  secure(app, config.publicUrl);
  limitRequestTime(app, limits, config.publicUrl);
  jsonOnly(app);
  requestContext(app, { config, changes, jobs, em: db.orm.em });
  operations(app, { em: db.orm.em, metricsToken: config.metricsToken });
  await app.register(rest, { checkAnswers });
  return app;
}

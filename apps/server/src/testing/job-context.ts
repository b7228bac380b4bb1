import type { FastifyInstance } from 'fastify';
import { jobs as allJobs } from '../composition/jobs.ts';
import { contentInfos } from '../composition/resources.ts';
import type { Config } from '../config.ts';
import type { Changes, Ctx, Jobs } from '../context.ts';
import { openChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import { inProcessFetch } from '../http/in-process-fetch.ts';
import { openJobs } from '../jobs/queue.ts';
import { paymentProvider } from '../modules/donations/payments.ts';

interface Options {
  app: FastifyInstance;
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
}

/** Makes job contexts as the product does, with a clock that the test controls. */
export function openJobContexts({ app, config, db }: Options) {
  const { log } = app;
  let parts: { changes: Changes; jobs: Jobs } | undefined;
  const open = () => {
    const changes = openChanges(db.connection, log);
    return { changes, jobs: openJobs({ connection: db.connection, log, jobs: allJobs, context: make }) };
  };
  const make = (now = () => new Date()): Ctx => {
    parts ??= open();
    return {
      ...{ config, content: contentInfos, log, now, ...parts, em: db.orm.em.fork() },
      payments: paymentProvider(config, inProcessFetch(app)),
      actor: null,
      origin: { ipAddress: null, userAgent: null },
    };
  };
  const close = async () => {
    await parts?.jobs.close();
    await parts?.changes.close();
  };
  return { make, close };
}

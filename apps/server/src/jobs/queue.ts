import { timeZone } from '@institute/contract/time';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Ctx, Jobs } from '../context.ts';
import { inSpan, outsideSpans } from '../tracing/span.ts';
import { startWorker, type Worker } from '../worker.ts';
import type { Job } from './job.ts';

const RETRY_MS = 5000;
const JOBS_MAY_TAKE_MS = 8000;
const POLL_SECONDS = 30;
/** Scheduled jobs are rare; checking every second would be a waste. */
const SCHEDULE_POLL_SECONDS = 30;

interface Options {
  connection: pg.ClientConfig;
  log: FastifyBaseLogger;
  jobs: readonly Job[];
  /** Makes a context for one job. */
  context(): Ctx;
  /** Learns how long a job took. */
  onRun?: ((job: string, result: 'done' | 'failed', seconds: number) => void) | undefined;
  schedulePollSeconds?: number;
}

/** Runs pg-boss on the product's database. It loads with the first use, so that the process starts faster. */
export function openJobs({
  connection,
  log,
  jobs,
  context,
  onRun,
  schedulePollSeconds = SCHEDULE_POLL_SECONDS,
}: Options): Jobs {
  let starting: Promise<PgBoss> | undefined;

  async function startBoss(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      ...connection,
      application_name: 'institute jobs',
      schema: 'pgboss',
      max: 2,
      cronWorkerIntervalSeconds: schedulePollSeconds,
      flowIntervalSeconds: 3600,
      bamIntervalSeconds: 3600,
    });
    // Without a listener an error in its timers would end the process.
    boss.on('error', (error) => log.warn({ err: error }, 'the queue has a problem'));
    try {
      await boss.start();
      for (const job of jobs) await prepareQueue(boss, job);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw error;
    }
  }

  const started = () => {
    starting ??= outsideSpans(startBoss).catch((error) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };

  async function workOn(boss: PgBoss, job: Job): Promise<void> {
    const pollingIntervalSeconds = job.pollSeconds ?? POLL_SECONDS;
    const options = { pollingIntervalSeconds, includeMetadata: true } as const;
    await boss.work<object>(job.name, options, async (batch) => {
      for (const { data, retryCount } of batch) {
        const startedAt = performance.now();
        let result: 'done' | 'failed' = 'failed';
        try {
          await inSpan(spanOf(job, retryCount), () => job.run(context(), data));
          result = 'done';
        } finally {
          onRun?.(job.name, result, (performance.now() - startedAt) / 1000);
        }
      }
    });
  }

  let starter: Worker | undefined;
  return {
    send: async ({ em }, name, data) => {
      const [boss, { fromKysely }] = await Promise.all([started(), import('pg-boss')]);
      // There are two copies of kysely's types.
      await boss.send(name, data, { db: fromKysely(em.getKysely() as never) });
    },
    start: () => {
      starter ??= startWorker({
        log,
        failure: 'cannot start the queue',
        retryMs: RETRY_MS,
        turn: async () => {
          const boss = await started();
          for (const job of jobs) await workOn(boss, job);
          return undefined;
        },
      });
    },
    close: async () => {
      await starter?.close();
      const boss = await starting?.catch(() => undefined);
      await boss
        ?.stop({ timeout: JOBS_MAY_TAKE_MS })
        .catch((error) => log.warn({ err: error }, 'the queue did not end cleanly'));
    },
  };
}

const spanOf = ({ name }: Job, retryCount: number) => ({
  name: `process ${name}`,
  kind: 'consumer' as const,
  attributes: {
    'messaging.system': 'pg-boss',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
    'institute.attempt': retryCount + 1,
  },
});

async function prepareQueue(boss: PgBoss, { name, schedule }: Job): Promise<void> {
  await boss.createQueue(name, { retryLimit: 3, retryBackoff: true, deleteAfterSeconds: 24 * 60 * 60 });
  // On a machine that is off at night, a job of the night runs once when the product starts.
  if (schedule) await boss.schedule(name, schedule, {}, { tz: timeZone, missed: 'once' });
}

/** Jobs of each kind that wait, also for another try, and those of the last day that were given up. */
export async function countJobs(
  em: EntityManager,
  jobs: readonly Pick<Job, 'name'>[],
): Promise<{ name: string; waiting: number; failed: number }[]> {
  const names = jobs.map(({ name }) => name);
  return em.execute(
    `select kind.name,
       count(*) filter (where job.state in ('created', 'retry', 'active'))::int as waiting,
       count(*) filter (where job.state = 'failed')::int as failed
     from unnest(?::text[]) as kind(name)
     left join pgboss.job on job.name = kind.name and job.state in ('created', 'retry', 'active', 'failed')
     group by kind.name`,
    [`{${names}}`],
  );
}

export interface Queued {
  waiting: number;
  /** Given up in the last day. */
  failed: number;
  /** Names of jobs that failed. */
  failedNames: string[];
}

/** All jobs together. Fails while the queue has no tables. */
export async function countQueued(em: EntityManager): Promise<Queued> {
  const [counts] = await em.execute<Queued[]>(
    `select count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(array_agg(distinct name order by name) filter (where state = 'failed'), '{}') as "failedNames"
     from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'`,
  );
  return counts ?? { waiting: 0, failed: 0, failedNames: [] };
}

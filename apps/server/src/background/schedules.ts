import { timeZone } from '@institute/contract/time';
import { Cron } from 'croner';
import type { Ctx } from '../context.ts';
import { bool, readRows, text } from '../sql.ts';
import { runInSpan } from '../tracing/span.ts';
import type { BackgroundWork } from './background.ts';
import {
  claimDueRows,
  type DueRowsTable,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type RetryRules,
  storeRowFailure,
} from './due-rows.ts';

/** Work at fixed times. It must be safe to run twice and in any process. */
export interface Schedule {
  name: string;
  /** Cron expression in Kampala time. */
  cron: string;
  run(ctx: Ctx): Promise<void>;
}

type ScheduleRunListener = (name: string, result: 'done' | 'failed', seconds: number) => void;

type ScheduleTurn = { id: string; tries: number };

/** Each turn runs in one process only. Turns that were missed while no process was up run once. */
export function createScheduler(
  schedules: readonly Schedule[],
  context: () => Ctx,
  retries: RetryRules,
  { onRun }: { onRun?: ScheduleRunListener | undefined } = {},
): BackgroundWork<ScheduleTurn> {
  const { log, now } = context();
  const scheduleNames = `{${schedules.map(({ name }) => name)}}`;
  const scheduleRowsTable: DueRowsTable = {
    table: 'schedules',
    key: 'name',
    at: 'next_run_at',
    waiting: `name = any('${scheduleNames}')`,
    leaseMs: 5 * 60_000,
  };
  const findSchedule = (id: string) => schedules.find(({ name }) => name === id) as Schedule;
  const findNextRun = (cron: string) => new Cron(cron, { timezone: timeZone }).nextRun(now());
  let areSchedulesStored = false;

  async function storeNextRunTimes(): Promise<void> {
    const { em } = context();
    const storedTimes = await readRows(em, { name: text, at: text })(
      'select name, next_run_at as at from schedules',
    );
    for (const { name, cron } of schedules) {
      // A stored time that is later comes from a clock that was ahead, or from a schedule that has changed. A stored
      // time that has been replaced meanwhile means that a process has just run the turn.
      await em.execute(
        `insert into schedules as known (name, next_run_at) values (?, ?)
         on conflict (name) do update set next_run_at = excluded.next_run_at
         where known.tries = 0 and known.next_run_at > excluded.next_run_at and known.next_run_at = ?`,
        [name, findNextRun(cron), storedTimes.find((row) => row.name === name)?.at ?? null],
      );
    }
    await em.execute('delete from schedules where name <> all(?::text[])', [scheduleNames]);
    areSchedulesStored = true;
  }

  return {
    name: 'schedules',
    nextDue: () => ({
      sql: areSchedulesStored ? firstDueSql(scheduleRowsTable) : `select 'epoch'::timestamptz`,
    }),
    claim: async (underWay) => {
      if (!areSchedulesStored) await storeNextRunTimes();
      const dueSchedulesSql = dueRowsSql(scheduleRowsTable, {
        where: 'name <> all(?::text[])',
        limit: schedules.length,
      });
      return claimDueRows(context(), text, scheduleRowsTable, dueSchedulesSql, [
        `{${underWay.map(({ id }) => id)}}`,
      ]);
    },
    run: async ({ id, tries }) => {
      const { cron, run } = findSchedule(id);
      const ctx = context();
      const startedAt = performance.now();
      const notifyRun = (result: 'done' | 'failed') =>
        onRun?.(id, result, (performance.now() - startedAt) / 1000);
      let failedAt: Date | null = null;
      try {
        await runInSpan(describeScheduleSpan({ id, tries }), () => run(context()));
        notifyRun('done');
      } catch (error) {
        notifyRun('failed');
        log.warn({ err: error, job: id, tries }, 'scheduled work failed');
        const failureText = formatFailure(error);
        if (!(await storeRowFailure(ctx, scheduleRowsTable, retries, { id, tries }, { reason: failureText })))
          return;
        failedAt = now();
      }
      await ctx.em.execute(
        `update schedules set next_run_at = ?, tries = 0, failed_at = coalesce(?, failed_at)
         where name = ? and tries = ?`,
        [findNextRun(cron), failedAt, id, tries],
      );
    },
  };
}

const describeScheduleSpan = ({ id, tries }: ScheduleTurn) => ({
  name: `process ${id}`,
  kind: 'consumer' as const,
  attributes: {
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': id,
    'institute.attempt': tries,
  },
});

/**
 * Lists schedules that are waiting (late, running or to be tried again), and those that were given up in the last
 * day.
 */
export const listSchedules = ({ em, now }: Pick<Ctx, 'em' | 'now'>) =>
  readRows(em, { name: text, isWaiting: bool, hasFailed: bool })(
    `select name, next_run_at <= ? or tries > 0 as "isWaiting",
       coalesce(failed_at > ?::timestamptz - interval '1 day', false) as "hasFailed"
     from schedules order by name`,
    [now(), now()],
  );

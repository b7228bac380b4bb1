import type { FailedStart } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { FailedStartEntity } from './failed-start.entity.ts';

/** The log gets the name of the error. The table has one row for each version of a browser. */
export async function recordFailedStart({ em, log }: Pick<Ctx, 'em' | 'log'>, start: FailedStart) {
  log.warn(start, 'The scripts of a page failed to start; the visitor goes on without them');
  await em.execute(
    `insert into failed_starts (browser, count) values (?, 1)
     on conflict (browser) do update set count = failed_starts.count + 1`,
    [start.browser],
  );
}

/** The counts start with the installation and are never reset. */
export async function countFailedStarts({ em }: Pick<Ctx, 'em'>) {
  const failedStartRows = await em.find(
    FailedStartEntity,
    {},
    { orderBy: { count: 'desc', browser: 'asc' } },
  );
  return failedStartRows.map(({ browser, count }) => ({ browser, count }));
}

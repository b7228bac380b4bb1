import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../../server/src/testing/processes/started-product.ts';
import { listProcessTree, readMemoryMegabytes } from './memory.ts';
import { repeatRun, withTemporaryFolder } from './product.ts';
import { computeMedian, isShortRun, type ReportSection } from './report.ts';
import { runLoad } from './wrk.ts';

const START_COUNT = isShortRun ? 1 : 5;
/** After this time the jobs are running, and the work of the start is done. */
const IDLE_AFTER_MS = isShortRun ? 3000 : 15_000;
const LOAD_SECONDS = isShortRun ? 1 : 5;

export const measureStart = (): Promise<ReportSection> =>
  withTemporaryFolder(async (dataDir) => {
    // The first start creates the data, so that the measured starts find it.
    await (await startProduct(dataDir)).stop();
    const startTimes = await repeatRun(START_COUNT, async () => {
      const { readyAfterMs, stop } = await startProduct(dataDir);
      await stop();
      return readyAfterMs;
    });

    const { origin, pid, stop } = await startProduct(dataDir);
    await sleep(IDLE_AFTER_MS);
    const idleMemoryMb = readResidentMb(pid);
    for (const loadedPath of ['/', '/api/v1/programs', '/news', '/registration']) {
      await runLoad({
        url: origin + loadedPath,
        headers: { 'accept-encoding': 'br' },
        seconds: LOAD_SECONDS,
      });
    }
    const memoryAfterLoadMb = readResidentMb(pid);
    const memoryWithPostgresMb = sumProportionalMb(pid);
    await stop();
    return {
      title: 'Start and memory',
      text: `From the command to the first 200 of \`/readyz\`, as a median. Memory ${IDLE_AFTER_MS / 1000} seconds after a start, and after ${4 * LOAD_SECONDS} seconds of load on four addresses; with PostgreSQL it is proportional (PSS), so shared memory counts once. Only Linux tells it.`,
      figures: [
        { name: 'start on existing data', value: computeMedian(startTimes) / 1000, unit: 's', atMost: 1.8 },
        { name: 'memory of node, idle', value: idleMemoryMb, unit: 'MB', atMost: 200 },
        { name: 'memory of node, after load', value: memoryAfterLoadMb, unit: 'MB', atMost: 240 },
        {
          name: 'memory of node and PostgreSQL, after load',
          value: memoryWithPostgresMb,
          unit: 'MB',
          atMost: 300,
        },
      ],
    };
  });

const readResidentMb = (pid: number): number =>
  readMemoryMegabytes(`/proc/${pid}/status`, 'VmRSS') || Number.NaN;

const sumProportionalMb = (pid: number): number =>
  listProcessTree(pid).reduce(
    (sum, member) => sum + readMemoryMegabytes(`/proc/${member}/smaps_rollup`, 'Pss'),
    0,
  ) || Number.NaN;

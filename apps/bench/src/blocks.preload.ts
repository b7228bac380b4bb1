import { appendFileSync } from 'node:fs';

// Node loads this file before the product. This file appends to `BLOCKS_FILE` for how many milliseconds each task
// blocks the event loop.

const blockTimesFile = process.env.BLOCKS_FILE;
if (!blockTimesFile) throw new Error('BLOCKS_FILE is missing');

/** Measures processor time, because elapsed time would include other work of the machine. */
let processorUsageBefore = process.threadCpuUsage();
setInterval(() => {
  const processorUsageNow = process.threadCpuUsage();
  const taskBlockMs =
    (processorUsageNow.user -
      processorUsageBefore.user +
      processorUsageNow.system -
      processorUsageBefore.system) /
    1000;
  processorUsageBefore = processorUsageNow;
  if (taskBlockMs >= 1) appendFileSync(blockTimesFile, `${taskBlockMs}\n`);
}, 1).unref();

import { appendFileSync } from 'node:fs';

// Node loads this file before the product. This file appends to `BLOCKS_FILE` for how many milliseconds each task
// blocks the event loop.

const blocksFile = process.env.BLOCKS_FILE;
if (!blocksFile) throw new Error('BLOCKS_FILE is missing');

/** Measures processor time, because elapsed time would include other work of the machine. */
let usageBefore = process.threadCpuUsage();
setInterval(() => {
  const usageNow = process.threadCpuUsage();
  const blockMs = (usageNow.user - usageBefore.user + usageNow.system - usageBefore.system) / 1000;
  usageBefore = usageNow;
  if (blockMs >= 1) appendFileSync(blocksFile, `${blockMs}\n`);
}, 1).unref();

import { appendFileSync } from 'node:fs';

// Node loads this file before the product. It appends the milliseconds of each block of the event loop.

const file = process.env.BLOCKS_FILE;
if (!file) throw new Error('BLOCKS_FILE is missing');

/** Time of the processor, so that what else the machine does is not counted. */
let before = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  const ms = (now.user - before.user + now.system - before.system) / 1000;
  before = now;
  if (ms >= 1) appendFileSync(file, `${ms}\n`);
}, 1).unref();

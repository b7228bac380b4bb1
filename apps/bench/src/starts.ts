import { setTimeout as sleep } from 'node:timers/promises';
import { putLoad } from './load.ts';
import { median } from './median.ts';
import { areKnown, proportionalMb, residentMb } from './process-figures.ts';
import { startProduct } from './product.ts';
import type { Measure } from './report.ts';

const STARTS = 5;
/** By then the jobs run, and nothing of the start is left to do. */
const IDLE_AFTER_MS = 15_000;
const LOAD_SECONDS = 5;

/** Starts on existing data, and the memory that a process takes before and after load. */
export async function measureStarts(dataDir: string): Promise<Measure[]> {
  // makes the data
  await (await startProduct(dataDir)).stop();

  const starts: number[] = [];
  const npmStarts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const product = await startProduct(dataDir);
    starts.push(product.readyAfterMs);
    await product.stop();
    const byNpm = await startProduct(dataDir, {}, undefined, ['npm', 'start']);
    npmStarts.push(byNpm.readyAfterMs);
    await byNpm.stop();
  }

  const product = await startProduct(dataDir);
  try {
    await sleep(IDLE_AFTER_MS);
    const idle = areKnown ? residentMb(product.pid) : undefined;
    for (const path of ['/', '/api/v1/programs', '/news', '/registration']) {
      const request = { method: 'GET', headers: { 'accept-encoding': 'br' }, seconds: LOAD_SECONDS } as const;
      await putLoad({ ...request, url: product.origin + path });
    }
    const loaded = areKnown ? residentMb(product.pid) : undefined;
    const whole = areKnown ? proportionalMb(product.pid) : undefined;
    return [
      { name: 'start on an existing data folder', value: median(starts) / 1000, unit: 's', atMost: 1.8 },
      { name: 'second `npm start`', value: median(npmStarts) / 1000, unit: 's', atMost: 1.8 },
      { name: 'resident memory of node, idle', value: idle, unit: 'MB', atMost: 130 },
      { name: 'resident memory of node, after load', value: loaded, unit: 'MB', atMost: 200 },
      { name: 'memory of node and PostgreSQL, after load', value: whole, unit: 'MB', atMost: 260 },
    ];
  } finally {
    await product.stop();
  }
}

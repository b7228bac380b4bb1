import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAllOf, unmountAllOf } from './processes.ts';
import { type Figure, noted, type Scenario, type Skipped } from './scenario.ts';

export interface Outcome {
  name: string;
  figures: Figure[];
  seconds: number;
  skipped?: string;
}

/** Runs a scenario in a process of its own, at most as long as it may take, and leaves nothing behind. */
export async function runScenario(file: string, { name, limitSeconds }: Scenario): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), `institute-trust-${name}-`));
  const startedAt = performance.now();
  // other work on the machine makes every time longer
  const machine = noted('load average of the machine before', loadavg()[0] ?? 0);
  const child = fork(join(import.meta.dirname, 'scenario.process.ts'), [file, folder], {
    // TRUST_FOLDER marks whatever it starts
    env: { ...process.env, TRUST_FOLDER: folder, METRICS_TOKEN: 'the token of this measurement' },
  });
  let result: Figure[] | Skipped | undefined;
  child.on('message', (message: Figure[] | Skipped) => {
    result = message;
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    killAllOf(folder);
  }, limitSeconds * 1000);
  const clean = () => {
    killAllOf(folder);
    unmountAllOf(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const interrupted = () => {
    clean();
    process.exit(130);
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    await once(child, 'exit');
  } finally {
    clearTimeout(limit);
    clean();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (result === undefined) {
    const measured = isLate ? 'took longer' : 'ended with an error';
    const target = `${limitSeconds} s at most, without an error`;
    return { name, seconds, figures: [{ name: 'the scenario itself', measured, target, holds: false }] };
  }
  if ('skipped' in result) return { name, seconds, figures: [], skipped: result.skipped };
  return { name, seconds, figures: [machine, ...result] };
}

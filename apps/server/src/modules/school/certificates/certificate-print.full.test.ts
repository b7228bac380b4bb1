import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultColors } from '@institute/contract/look';
import { expect, test } from 'vitest';
import { samplePaper } from '../../../testing/files/sample-paper.ts';
import type { PrintJob } from './certificate-pdf.ts';

const MAX_MB = 300;

const papers: PrintJob['papers'] = Array.from({ length: 300 }, (_, index) => ({
  ...samplePaper,
  number: `CERT-2027-${String(index + 1).padStart(6, '0')}`,
  holder: index % 2 ? 'ሰላም ዓለም' : 'محمد عبد الرحمن',
}));

/** Only Linux tells the peak. 0 for a process that has ended, whose last pages may still be in the pipe. */
function peakMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

test.runIf(process.platform === 'linux')('300 pages stream, and their process keeps to 300 MB', async () => {
  const child = fork(join(import.meta.dirname, 'certificate-pdf.process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const closed = once(child, 'close');
  child.send({ papers, publicUrl: 'https://institute.example', colors: defaultColors } satisfies PrintJob);
  let first = 0;
  let peak = 0;
  let file = '';
  for await (const chunk of child.stdout ?? []) {
    file += (chunk as Buffer).toString('latin1');
    const pages = file.match(/\/Type \/Page\n/g)?.length ?? 0;
    first ||= pages;
    peak = Math.max(peak, peakMb(child.pid ?? 0));
  }
  expect(await closed).toEqual([0, null]);
  expect(file.match(/\/Type \/Page\n/g)).toHaveLength(300);
  // The first page was read long before the last one was written
  expect(first).toBeLessThan(100);
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThanOrEqual(MAX_MB);
});

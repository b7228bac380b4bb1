import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { storedKeys } from '../../server/src/crypto/data-keys.ts';
import { median } from './median.ts';
import { listFamily, readMegabytes } from './memory.ts';
import { signUp, withFolder, withProduct } from './product.ts';
import { isShort, type Section } from './report.ts';
import { seedRegistrations } from './seed-registrations.ts';

const RUNS = isShort ? 1 : 5;
const PEOPLE = 300;
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'blocks.preload.ts')).href;

interface Run {
  issueMs: number;
  firstPageMs: number;
  printMs: number;
  /** Of the process that has most. Another one than the product's writes the file. */
  peakMb: number;
  blockMs: number;
}

export const measureCertificates = (): Promise<Section> =>
  withFolder((folder) => {
    const blocks = join(folder, 'blocks');
    writeFileSync(blocks, '');
    const settings = { BLOCKS_FILE: blocks, NODE_OPTIONS: `--import=${PRELOAD}` };
    return withProduct((...started) => measureRuns(started, blocks), settings);
  });

type Started = Parameters<Parameters<typeof withProduct>[0]>;

async function measureRuns([{ origin, pid }, client, dataDir]: Started, blocks: string): Promise<Section> {
  const { token } = await signUp(origin);
  await seedRegistrations(client, storedKeys(dataDir), 0, RUNS * PEOPLE);
  const { rows } = await client.query<{ id: number }>(
    "update registrations set status = 'completed' returning id",
  );
  const runs: Run[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    const people = rows.slice(count * PEOPLE, (count + 1) * PEOPLE).map(({ id }) => ({ id, hours: 480 }));
    const since = Date.now();
    const run = await issueAndPrint({ origin, pid, token }, people);
    runs.push({ ...run, blockMs: readLongestBlockMs(blocks, since) });
  }
  const medianFigure = (figure: keyof Run) => median(runs.map((one) => one[figure]));
  const largestFigure = (figure: keyof Run) => Math.max(...runs.map((one) => one[figure]));
  return {
    title: 'Certificates',
    text: `${PEOPLE} certificates are issued at once, with a message to each holder, and printed into one file. Medians of ${RUNS} runs; the block and the memory are the highest of all. Blocks of the event loop are in processor time.`,
    figures: [
      {
        name: `${PEOPLE} certificates issued`,
        value: medianFigure('issueMs') / 1000,
        unit: 's',
        atMost: 5,
      },
      {
        name: 'longest block of the event loop meanwhile',
        value: largestFigure('blockMs'),
        unit: 'ms',
        atMost: 50,
      },
      { name: 'first bytes of their file', value: medianFigure('firstPageMs') / 1000, unit: 's' },
      { name: `file of ${PEOPLE} pages`, value: medianFigure('printMs') / 1000, unit: 's' },
      {
        name: `most memory of a process, while it prints ${PEOPLE} pages`,
        value: largestFigure('peakMb'),
        unit: 'MB',
        atMost: 300,
      },
    ],
  };
}

interface Office {
  origin: string;
  pid: number;
  token: string;
}

async function issueAndPrint(office: Office, registrations: { id: number }[]) {
  const start = performance.now();
  const { items } = await callOffice<{ items: { id: number }[] }>(office, 'certificates.issue', {
    registrations,
  });
  const issueMs = performance.now() - start;
  const ids = items.map(({ id }) => id);
  const { url } = await callOffice<{ url: string }>(office, 'certificates.pdfTicket', { ids });
  return { ...(await printFile(office, url)), issueMs };
}

async function callOffice<T>({ origin, token }: Office, procedure: string, input: object): Promise<T> {
  const answer = await fetch(`${origin}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

const readPeakMb = (pid: number): number => readMegabytes(`/proc/${pid}/status`, 'VmHWM');

async function printFile({ origin, pid }: Office, url: string) {
  const start = performance.now();
  const answer = await fetch(origin + url);
  if (!answer.ok || !answer.body) throw new Error(`The file was answered by ${answer.status}.`);
  let [firstPageMs, peakMb] = [0, 0];
  for await (const _ of answer.body) {
    firstPageMs ||= performance.now() - start;
    peakMb = Math.max(peakMb, ...listFamily(pid).map(readPeakMb));
  }
  return { firstPageMs, peakMb: peakMb || Number.NaN, printMs: performance.now() - start };
}

/** The longest block of the product's event loop since a time. */
function readLongestBlockMs(file: string, since: number): number {
  const blocks = readFileSync(file, 'utf8').trim().split('\n');
  const lengths = blocks.flatMap((line) => {
    const [end, ms] = line.split(' ').map(Number);
    return end && ms && end >= since ? [ms] : [];
  });
  return Math.max(...lengths);
}

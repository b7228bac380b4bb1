import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedRegistrations } from '../../server/src/testing/many-registrations.ts';
import { median } from './median.ts';
import { listFamily, readMegabytes } from './memory.ts';
import { callApi, repeat, signUp, withFolder, withProduct } from './product.ts';
import { isShort, type Section } from './report.ts';

const RUNS = isShort ? 1 : 5;
const PEOPLE = 300;
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'blocks.preload.ts')).href;

export const measureCertificates = (): Promise<Section> =>
  withFolder((folder) => {
    const blocks = join(folder, 'blocks');
    writeFileSync(blocks, '');
    const settings = { BLOCKS_FILE: blocks, NODE_OPTIONS: `--import=${PRELOAD}` };
    return withProduct(async (product, client, dataDir) => {
      const { token } = await signUp(product.origin);
      await seedRegistrations(client, dataDir, 0, RUNS * PEOPLE);
      const { rows } = await client.query<{ id: number }>(
        "update registrations set status = 'completed' returning id",
      );
      const runs = await repeat(RUNS, async (turn) => {
        const people = rows.slice(turn * PEOPLE, (turn + 1) * PEOPLE).map(({ id }) => ({ id, hours: 480 }));
        const since = Date.now();
        const run = await issueAndPrint({ ...product, token }, people);
        return { ...run, blockMs: readLongestBlockMs(blocks, since) };
      });
      type Kind = keyof (typeof runs)[number];
      const medianS = (figure: Kind) => median(runs.map((one) => one[figure])) / 1000;
      const largestOne = (figure: Kind) => Math.max(...runs.map((one) => one[figure]));
      const [block, memory] = [
        'longest block of the event loop meanwhile',
        `most memory of a process, while it prints ${PEOPLE} pages`,
      ];
      return {
        title: 'Certificates',
        text: `${PEOPLE} certificates are issued at once, with a message to each holder, and printed into one file. Medians of ${RUNS} runs; the block and the memory are the highest of all. Blocks of the event loop are in processor time.`,
        figures: [
          { name: `${PEOPLE} certificates issued`, value: medianS('issueMs'), unit: 's', atMost: 5 },
          { name: block, value: largestOne('blockMs'), unit: 'ms', atMost: 50 },
          { name: 'first bytes of their file', value: medianS('firstPageMs'), unit: 's' },
          { name: `file of ${PEOPLE} pages`, value: medianS('printMs'), unit: 's' },
          { name: memory, value: largestOne('peakMb'), unit: 'MB', atMost: 300 },
        ],
      };
    }, settings);
  });

type Office = { origin: string; pid: number; token: string };

async function issueAndPrint(office: Office, registrations: { id: number }[]) {
  const start = performance.now();
  const issued = await callOffice<{ items: { id: number }[] }>(office, 'certificates.issue', {
    registrations,
  });
  const issueMs = performance.now() - start;
  const ids = issued.items.map(({ id }) => id);
  const { url } = await callOffice<{ url: string }>(office, 'certificates.pdfTicket', { ids });
  return { ...(await printFile(office, url)), issueMs };
}

const callOffice = <T>({ origin, token }: Office, procedure: string, input: object): Promise<T> =>
  callApi<T>(`${origin}/api/trpc/${procedure}`, 'POST', input, token);

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

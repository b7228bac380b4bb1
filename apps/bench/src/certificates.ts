import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { listFamily, readMegabytes } from './memory.ts';
import { callOffice, repeat, signUp, withFolder, withProduct } from './product.ts';
import { computeMedian, isShort, type Section } from './report.ts';

const RUN_COUNT = isShort ? 1 : 5;
const PEOPLE_COUNT = 300;
const PRELOAD_FILE = pathToFileURL(join(import.meta.dirname, 'blocks.preload.ts')).href;

export const measureCertificates = (): Promise<Section> =>
  withFolder((folder) => {
    const blocks = join(folder, 'blocks');
    const settings = { BLOCKS_FILE: blocks, NODE_OPTIONS: `--import=${PRELOAD_FILE}` };
    return withProduct(async (product, client, dataDir) => {
      const { token } = await signUp(product.origin);
      await seedRegistrations(client, dataDir, 0, RUN_COUNT * PEOPLE_COUNT);
      const { rows } = await client.query<{ id: number }>(
        "update registrations set status = 'completed' returning id",
      );
      const runs = await repeat(RUN_COUNT, async (turn) => {
        const people = rows
          .slice(turn * PEOPLE_COUNT, (turn + 1) * PEOPLE_COUNT)
          .map(({ id }) => ({ id, hours: 480 }));
        writeFileSync(blocks, '');
        const run = await issueAndPrint({ ...product, token }, people);
        const blocksMs = readFileSync(blocks, 'utf8').trim().split('\n').map(Number);
        return { ...run, blockMs: Math.max(...blocksMs) };
      });
      const findLargest = (figure: 'blockMs' | 'peakMb') => Math.max(...runs.map((one) => one[figure]));
      const block = 'longest block of the event loop meanwhile';
      const memory = `most memory of a process, while it prints ${PEOPLE_COUNT} pages`;
      return {
        title: 'Certificates',
        text: `${PEOPLE_COUNT} certificates are issued at once, with a message to each holder, and printed into one file. The median of ${RUN_COUNT} runs; the block and the memory are the highest of all. Blocks of the event loop are in processor time.`,
        figures: [
          {
            name: `${PEOPLE_COUNT} certificates issued`,
            value: computeMedian(runs.map(({ issueMs }) => issueMs)) / 1000,
            unit: 's',
            atMost: 5,
          },
          { name: block, value: findLargest('blockMs'), unit: 'ms', atMost: 50 },
          { name: memory, value: findLargest('peakMb'), unit: 'MB', atMost: 300 },
        ],
      };
    }, settings);
  });

type Office = { origin: string; pid: number; token: string };

async function issueAndPrint(office: Office, registrations: { id: number }[]) {
  const issue = await callOffice<{ items: { id: number }[] }>(office, 'certificates.issue', {
    registrations,
  });
  const ids = issue.answer.items.map(({ id }) => id);
  const ticket = await callOffice<{ url: string }>(office, 'certificates.pdfTicket', { ids });
  return { issueMs: issue.ms, peakMb: await printFile(office, ticket.answer.url) };
}

const readPeakMb = (pid: number): number => readMegabytes(`/proc/${pid}/status`, 'VmHWM');

/** The most memory of a process of the product meanwhile, in MB. */
async function printFile({ origin, pid }: Office, url: string): Promise<number> {
  const answer = await fetch(origin + url);
  if (!answer.ok || !answer.body) throw new Error(`The file was answered by ${answer.status}.`);
  let peakMb = 0;
  for await (const _ of answer.body) peakMb = Math.max(peakMb, ...listFamily(pid).map(readPeakMb));
  return peakMb || Number.NaN;
}

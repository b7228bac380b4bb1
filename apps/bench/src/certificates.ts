import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { listProcessTree, readMemoryMegabytes } from './memory.ts';
import { callOfficeProcedure, repeatRun, signUp, withProduct, withTemporaryFolder } from './product.ts';
import { computeMedian, isShortRun, type ReportSection } from './report.ts';

const RUN_COUNT = isShortRun ? 1 : 5;
const PEOPLE_COUNT = 300;
const PRELOAD_FILE = pathToFileURL(join(import.meta.dirname, 'blocks.preload.ts')).href;

export const measureCertificates = (): Promise<ReportSection> =>
  withTemporaryFolder((folder) => {
    const blockTimesFile = join(folder, 'blocks');
    const preloadSettings = { BLOCKS_FILE: blockTimesFile, NODE_OPTIONS: `--import=${PRELOAD_FILE}` };
    return withProduct(async (product, client, dataDir) => {
      const { token } = await signUp(product.origin);
      await seedRegistrations(client, dataDir, 0, RUN_COUNT * PEOPLE_COUNT);
      const { rows } = await client.query<{ id: number }>(
        "update registrations set status = 'completed' returning id",
      );
      const certificateRuns = await repeatRun(RUN_COUNT, async (turn) => {
        const completedRegistrations = rows
          .slice(turn * PEOPLE_COUNT, (turn + 1) * PEOPLE_COUNT)
          .map(({ id }) => ({ id, hours: 480 }));
        writeFileSync(blockTimesFile, '');
        const issueAndPrintFigures = await issueAndPrintCertificates(
          { ...product, token },
          completedRegistrations,
        );
        const blockTimesMs = readFileSync(blockTimesFile, 'utf8').trim().split('\n').map(Number);
        return { ...issueAndPrintFigures, blockMs: Math.max(...blockTimesMs) };
      });
      const findLargestFigure = (figure: 'blockMs' | 'peakMb') =>
        Math.max(...certificateRuns.map((one) => one[figure]));
      const blockFigureName = 'longest block of the event loop meanwhile';
      const memoryFigureName = `most memory of a process, while it prints ${PEOPLE_COUNT} pages`;
      return {
        title: 'Certificates',
        text: `${PEOPLE_COUNT} certificates are issued at once, with a message to each holder, and printed into one file. The median of ${RUN_COUNT} runs; the block and the memory are the highest of all. Blocks of the event loop are in processor time.`,
        figures: [
          {
            name: `${PEOPLE_COUNT} certificates issued`,
            value: computeMedian(certificateRuns.map(({ issueMs }) => issueMs)) / 1000,
            unit: 's',
            atMost: 5,
          },
          { name: blockFigureName, value: findLargestFigure('blockMs'), unit: 'ms', atMost: 50 },
          { name: memoryFigureName, value: findLargestFigure('peakMb'), unit: 'MB', atMost: 300 },
        ],
      };
    }, preloadSettings);
  });

type OfficeConnection = { origin: string; pid: number; token: string };

async function issueAndPrintCertificates(office: OfficeConnection, registrations: { id: number }[]) {
  const issueResult = await callOfficeProcedure<{ items: { id: number }[] }>(office, 'certificates.issue', {
    registrations,
  });
  const certificateIds = issueResult.answer.items.map(({ id }) => id);
  const timedTicketAnswer = await callOfficeProcedure<{ url: string }>(office, 'certificates.pdfTicket', {
    ids: certificateIds,
  });
  return {
    issueMs: issueResult.ms,
    peakMb: await printCertificateFile(office, timedTicketAnswer.answer.url),
  };
}

const readPeakMemoryMb = (pid: number): number => readMemoryMegabytes(`/proc/${pid}/status`, 'VmHWM');

/** Returns the most memory in MB that one process of the product uses while it prints the file. */
async function printCertificateFile({ origin, pid }: OfficeConnection, url: string): Promise<number> {
  const printedFileAnswer = await fetch(origin + url);
  if (!printedFileAnswer.ok || !printedFileAnswer.body)
    throw new Error(`The file was answered by ${printedFileAnswer.status}.`);
  let peakMemoryMb = 0;
  for await (const _ of printedFileAnswer.body)
    peakMemoryMb = Math.max(peakMemoryMb, ...listProcessTree(pid).map(readPeakMemoryMb));
  return peakMemoryMb || Number.NaN;
}

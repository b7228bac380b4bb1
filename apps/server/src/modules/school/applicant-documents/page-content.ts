import {
  documentFaults,
  documentLimits,
  type PageFormat,
} from '@institute/contract/applicant-documents.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import { AppError } from '../../../errors.ts';
import { encodePhoto } from '../../platform/uploads/photo.service.ts';

const PDF_START = '%PDF-';

const pdfReader: FileReader<string | null> = {
  module: new URL('./pdf-file.reader.ts', import.meta.url),
  result: z.string().nullable(),
  path: 'file',
  advice: 'Photograph its pages instead.',
  timeoutMs: 10_000,
  heapMb: 128,
};

/** One PDF after the other, so that applicants never take the places in which the office's files wait. */
const pdfQueues = new WeakMap<object, ReturnType<typeof makeWorkQueue>>();

/** The page as it is stored, told by its content, whatever its name and type. Refuses everything else. */
export async function readPageContent(
  app: { changes: object },
  owner: string,
  sent: Buffer,
): Promise<{ format: PageFormat; content: Buffer }> {
  if (sent.length === 0) throw refusePage(documentFaults.empty);
  if (sent.toString('latin1', 0, PDF_START.length) === PDF_START) {
    await checkPdf(app, sent);
    return { format: 'pdf', content: sent };
  }
  if (sent.length > documentLimits.pageBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePhoto);
  return { format: 'jpeg', content: await encodePhoto(app, owner, sent) };
}

async function checkPdf(app: { changes: object }, sent: Buffer): Promise<void> {
  if (sent.length > documentLimits.pdfBytes) throw new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePdf);
  const pdfQueue = pdfQueues.get(app.changes) ?? makeWorkQueue({ atOnce: 1 });
  pdfQueues.set(app.changes, pdfQueue);
  const pdfFault = await pdfQueue.run(() => readSingleResult(app, pdfReader, { file: sent }));
  if (pdfFault) throw refusePage(pdfFault);
}

const refusePage = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);

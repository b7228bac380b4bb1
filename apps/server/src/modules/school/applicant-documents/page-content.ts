import {
  documentFaults,
  documentLimits,
  type PageFormat,
} from '@institute/contract/applicant-documents.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import { makeQueuesByApp, type QueueOwner } from '../../../background/work-queue.ts';
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
const findPdfQueue = makeQueuesByApp({ atOnce: 1 });

/** The page as it is stored, told by its content, whatever its name and type. Refuses everything else. */
export async function readPageContent(
  app: QueueOwner,
  owner: string,
  sent: Buffer,
): Promise<{ format: PageFormat; content: Buffer }> {
  if (sent.toString('latin1', 0, PDF_START.length) === PDF_START) {
    await checkPdf(app, sent);
    return { format: 'pdf', content: sent };
  }
  if (sent.length > documentLimits.pageBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePhoto);
  return { format: 'jpeg', content: await encodePhoto(app, owner, sent) };
}

async function checkPdf(app: QueueOwner, sent: Buffer): Promise<void> {
  if (sent.length > documentLimits.pdfBytes) throw new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePdf);
  const pdfFault = await findPdfQueue(app).run(() => readSingleResult(app, pdfReader, { file: sent }));
  if (pdfFault) throw new AppError('UNSUPPORTED_MEDIA_TYPE', pdfFault);
}

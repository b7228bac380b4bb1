import { serverDocumentFaults } from '@institute/contract/applicant-documents.constants';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { listRealFiles, readRealFile } from '../../../testing/files/real-files.ts';
import { readPageContent } from './page-content.ts';

const app = { changes: {} };
const read = (sent: Buffer) => readPageContent(app, 'one', sent);
const readFault = (sent: Buffer) =>
  read(sent).then(
    ({ format }) => `taken as ${format}`,
    (error: unknown) => (error instanceof AppError ? error.message : error),
  );

const acceptedPdfs = listRealFiles('accepted-pdfs');

test.each(acceptedPdfs)('a PDF as another program writes it is taken as it is: %s', async (name) => {
  const sent = readRealFile('accepted-pdfs', name);
  expect(await read(sent)).toEqual({ format: 'pdf', content: sent });
});

test.each(acceptedPdfs)('a PDF that was cut short is refused: %s', async (name) => {
  const sent = readRealFile('accepted-pdfs', name);
  expect(await readFault(sent.subarray(0, sent.length * 0.9))).toBe(serverDocumentFaults.brokenPdf);
});

test.each(listRealFiles('refused-pdfs'))(
  'a PDF with more than pages, or behind a password, is refused: %s',
  async (name) => {
    const isLocked = name.includes('password');
    expect(await readFault(readRealFile('refused-pdfs', name))).toBe(
      isLocked ? serverDocumentFaults.lockedPdf : serverDocumentFaults.activePdf,
    );
  },
);

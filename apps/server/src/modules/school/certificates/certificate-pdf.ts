import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Face, openFaces } from '../../../pdf/fonts.ts';
import type { PrintedCertificate } from './certificate.view.ts';
import { type Look, writeCertificate } from './certificate-layout.ts';

type Pdf = PDFKit.PDFDocument;
type Part = ReturnType<Pdf['struct']>;

/** The message from one process to the other. */
export interface PrintJob extends Look {
  papers: readonly PrintedCertificate[];
}

/** A page for each, written while it is read. The same certificates always give the same bytes. */
export async function writeCertificatePdf({ papers, ...job }: PrintJob): Promise<Pdf> {
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces('serif')]);
  const first = papers[0];
  const last = papers.at(-1);
  if (!first || !last) throw new Error('There is nothing to print');
  const numbers = first === last ? first.number : `${first.number} to ${last.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `Certificate of Completion ${numbers}`,
      Author: first.issuer,
      CreationDate: first.createdAt,
      ModDate: first.createdAt,
    },
    lang: 'en',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  void writePages(pdf, { body, papers, faces, ...job });
  return pdf;
}

interface Pages extends PrintJob {
  body: Part;
  faces: readonly Face[];
}

async function writePages(pdf: Pdf, { body, papers, ...look }: Pages): Promise<void> {
  const stream = pdf as Pdf & { destroyed: boolean; destroy(error: unknown): void };
  try {
    for (const paper of papers) {
      await nextTurn();
      // Nobody reads it any more
      if (stream.destroyed) return;
      pdf.addPage();
      const page = pdf.struct('Sect');
      body.add(page);
      writeCertificate(pdf, { page, paper, ...look });
      page.end();
    }
    await nextTurn();
    pdf.end();
  } catch (error) {
    stream.destroy(error);
  }
}

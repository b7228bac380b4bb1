import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FontFace, openFaces } from '../../../pdf/fonts.ts';
import type { PrintedCertificate } from './certificate.view.ts';
import { type CertificateDesign, writeCertificate } from './certificate-layout.ts';

type Pdf = PDFKit.PDFDocument;
type PdfStructure = ReturnType<Pdf['struct']>;

/** The message that starts printing in the other process. */
export interface PrintJob extends CertificateDesign {
  papers: readonly PrintedCertificate[];
}

/**
 * Writes a page for each certificate while the PDF is being read. The same certificates always give the same bytes.
 */
export async function writeCertificatePdf({ papers, ...job }: PrintJob): Promise<Pdf> {
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces('serif')]);
  const firstPaper = papers[0];
  const lastPaper = papers.at(-1);
  if (!firstPaper || !lastPaper) throw new Error('There is nothing to print');
  const numberText =
    firstPaper === lastPaper ? firstPaper.number : `${firstPaper.number} to ${lastPaper.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `Certificate of Completion ${numberText}`,
      Author: firstPaper.issuer,
      CreationDate: firstPaper.createdAt,
      ModDate: firstPaper.createdAt,
    },
    lang: 'en',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  const pdfBody = pdf.struct('Document');
  pdf.addStructure(pdfBody);
  void writePages(pdf, { body: pdfBody, papers, faces, ...job });
  return pdf;
}

interface PageOptions extends PrintJob {
  body: PdfStructure;
  faces: readonly FontFace[];
}

async function writePages(pdf: Pdf, { body, papers, ...look }: PageOptions): Promise<void> {
  const pdfStream = pdf as Pdf & { destroyed: boolean; destroy(error: unknown): void };
  try {
    for (const paper of papers) {
      await nextTurn();
      // Stops when the reader of the PDF has gone
      if (pdfStream.destroyed) return;
      pdf.addPage();
      const page = pdf.struct('Sect');
      body.add(page);
      writeCertificate(pdf, { page, paper, ...look });
      page.end();
    }
    await nextTurn();
    pdf.end();
  } catch (error) {
    pdfStream.destroy(error);
  }
}

import { buffer } from 'node:stream/consumers';
import type { Site } from '@institute/contract';
import { encode } from 'uqr';
import { write } from './receipt-fonts.ts';

interface Receipt {
  heading: string;
  ending: string;
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails'>;
  number: string;
  issuedAt: Date;
  facts: [label: string, value: string][];
  proofUrl?: string;
  banner: string | undefined;
}

const ink = '#1d1b16';
const muted = '#5f5a50';
const green = '#0f5a43';
const sun = '#f2a71b';
const MARGIN = 56;
const LABEL_WIDTH = 140;
const QR_SIZE = 110;

/** The same receipt always gives the same bytes. */
export async function receiptPdf({
  heading,
  ending,
  institute,
  number,
  issuedAt,
  facts,
  banner,
  proofUrl,
}: Receipt): Promise<Buffer> {
  // loaded on demand, because the start does not need it
  const { default: PDFDocument } = await import('pdfkit');
  const title = `${heading} ${number}`;
  const info = { Title: title, Author: institute.name, CreationDate: issuedAt, ModDate: issuedAt };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'en' });
  const file = buffer(pdf);

  pdf.rect(0, 0, pdf.page.width, 12).fill(green).rect(0, 12, pdf.page.width, 4).fill(sun);
  if (banner) {
    pdf.moveDown(1).fillColor('#b8431d');
    write(pdf, banner, { size: 14, weight: 'bold' });
  }
  pdf.moveDown(1).fillColor(ink);
  write(pdf, institute.name, { size: 18, weight: 'bold' });
  pdf.fillColor(muted);
  for (const line of [institute.address, institute.phones.join(', '), institute.emails[0] ?? '']) {
    write(pdf, line, { size: 10 });
  }
  pdf.moveDown(3).fillColor(ink);
  write(pdf, heading, { size: 26, weight: 'bold' });
  pdf.moveDown(1);
  for (const [label, value] of facts) {
    const { y } = pdf;
    pdf.fillColor(muted);
    write(pdf, label, { size: 12, x: MARGIN, y });
    pdf.fillColor(ink);
    write(pdf, value, { size: 12, weight: 'bold', x: MARGIN + LABEL_WIDTH, y });
    pdf.moveDown(0.6);
  }
  pdf.moveDown(2).fillColor(ink);
  write(pdf, ending, { size: 12, x: MARGIN });
  if (proofUrl) writeProof(pdf, proofUrl);
  pdf.end();
  return file;
}

function writeProof(pdf: PDFKit.PDFDocument, proofUrl: string): void {
  pdf.moveDown(2);
  const { y } = pdf;
  const x = MARGIN + LABEL_WIDTH;
  drawQrCode(pdf, proofUrl, { x: MARGIN, y });
  pdf.fillColor(ink);
  write(pdf, 'Is this receipt genuine?', { size: 12, weight: 'bold', x, y: y + 24 });
  pdf.fillColor(muted);
  write(pdf, 'This address confirms its number, amount and date:', { size: 10, x });
  pdf.fillColor(ink);
  write(pdf, proofUrl, { size: 10, x });
}

/** The white page is the quiet zone. */
function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const step = QR_SIZE / size;
  for (const [row, cells] of data.entries()) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (cells[column]) column += 1;
      // one rectangle for each run, because gaps between squares would show
      if (column > start) pdf.rect(x + start * step, y + row * step, (column - start) * step, step);
    }
  }
  pdf.fill('#000000');
}

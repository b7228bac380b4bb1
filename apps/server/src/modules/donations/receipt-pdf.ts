import { buffer } from 'node:stream/consumers';
import type { Site } from '@institute/contract';

interface Receipt {
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails'>;
  number: string;
  paidAt: Date;
  facts: [label: string, value: string][];
  ending: string | undefined;
}

const ink = '#1d1b16';
const muted = '#5f5a50';
const green = '#0f5a43';
const sun = '#f2a71b';
const MARGIN = 56;
const LABEL_WIDTH = 140;

/** One page to keep. The same receipt is the same file whenever it is made. */
export async function receiptPdf({ institute, number, paidAt, facts, ending }: Receipt): Promise<Buffer> {
  // a start does not need it
  const { default: PDFDocument } = await import('pdfkit');
  const title = `Receipt ${number}`;
  const info = { Title: title, Author: printable(institute.name), CreationDate: paidAt, ModDate: paidAt };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'en' });
  const file = buffer(pdf);

  pdf.rect(0, 0, pdf.page.width, 12).fill(green).rect(0, 12, pdf.page.width, 4).fill(sun);
  pdf.moveDown(1).fillColor(ink).font('Helvetica-Bold').fontSize(18).text(printable(institute.name));
  const contact = [institute.address, institute.phones.join(', '), institute.emails[0] ?? ''];
  pdf.font('Helvetica').fontSize(10).fillColor(muted).text(contact.map(printable).join('\n'));
  pdf.moveDown(3).font('Helvetica-Bold').fontSize(26).fillColor(ink).text('Donation receipt');
  pdf.moveDown(1).fontSize(12);
  for (const [label, value] of facts) {
    const { y } = pdf;
    pdf.font('Helvetica').fillColor(muted).text(label, MARGIN, y, { width: LABEL_WIDTH });
    pdf
      .font('Helvetica-Bold')
      .fillColor(ink)
      .text(printable(value), MARGIN + LABEL_WIDTH, y);
    pdf.moveDown(0.6);
  }
  pdf.moveDown(2).font('Helvetica').fillColor(ink);
  pdf.text('With thanks for supporting our students.', MARGIN);
  if (ending) pdf.moveDown(1).font('Helvetica-Bold').fillColor('#b8431d').text(ending);
  pdf.end();
  return file;
}

/** The fonts that every reader brings know the letters of western Europe; others lose their marks. */
function printable(text: string): string {
  const known = [...text.normalize('NFC')].map((letter) => {
    if (isKnown(letter)) return letter;
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain && [...plain].every(isKnown) ? plain : '?';
  });
  return known.join('');
}

const isKnown = (letter: string) => /[\n\x20-\x7e\xa0-\xff€‘’“”–—•…]/.test(letter);

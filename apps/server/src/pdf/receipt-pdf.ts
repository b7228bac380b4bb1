import { buffer } from 'node:stream/consumers';
import type { Site } from '@institute/contract';
import { type Face, findUnprintable, openFaces, printablePart } from './fonts.ts';
import { drawQrCode } from './qr-code.ts';
import { type Look, writeText } from './text.ts';

export interface Receipt {
  heading: string;
  ending: string;
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails'>;
  number: string;
  issuedAt: Date;
  facts: [label: string, value: string][];
  proofUrl?: string;
  banner?: string | undefined;
}

const muted = '#5f5a50';
const green = '#0f5a43';
const sun = '#f2a71b';
const MARGIN = 56;
const LABEL_WIDTH = 140;
const QR_SIZE = 110;

/** The same receipt always gives the same bytes. Its parts are tagged, so that programs can read it aloud. */
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
  // Loaded on demand, because the start does not need it
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces()]);
  const title = `${heading} ${number}`;
  const info = { Title: title, Author: institute.name, CreationDate: issuedAt, ModDate: issuedAt };
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info,
    lang: 'en',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  const file = buffer(pdf);
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  const writeTagged: Write = (tag, text, look, parent = body) => {
    parent.add(pdf.struct(tag, {}, () => writeText(pdf, faces, text, look)));
  };

  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.rect(0, 0, pdf.page.width, 12).fill(green).rect(0, 12, pdf.page.width, 4).fill(sun);
  pdf.endMarkedContent();
  if (banner) {
    pdf.moveDown(1);
    writeTagged('P', banner, { size: 14, weight: 'bold', colour: '#b8431d' });
  }
  pdf.moveDown(1);
  writeTagged('P', institute.name, { size: 18, weight: 'bold' });
  for (const line of [institute.address, institute.phones.join(', '), institute.emails[0] ?? '']) {
    writeTagged('P', line, { size: 10, colour: muted });
  }
  pdf.moveDown(3);
  writeTagged('H1', heading, { size: 26, weight: 'bold' });
  pdf.moveDown(1);
  const list = pdf.struct('L');
  body.add(list);
  for (const [label, value] of facts) {
    const { y } = pdf;
    const item = pdf.struct('LI');
    list.add(item);
    writeTagged('Lbl', label, { size: 12, colour: muted, x: MARGIN, y }, item);
    writeTagged(
      'LBody',
      toPrintable(value, faces, proofUrl),
      { size: 12, weight: 'bold', x: MARGIN + LABEL_WIDTH, y },
      item,
    );
    pdf.moveDown(0.6);
  }
  pdf.moveDown(2);
  writeTagged('P', ending, { size: 12, x: MARGIN });
  if (proofUrl) writeProof(pdf, { proofUrl, body, write: writeTagged });
  pdf.end();
  return file;
}

/** Says so where letters are missing. The page at the address has the whole name. */
function toPrintable(value: string, faces: readonly Face[], proofUrl: string | undefined): string {
  if (findUnprintable(value, faces).length === 0) return value;
  const where = proofUrl ? 'see the address for the full name' : 'not all letters can be printed';
  return `${printablePart(value, faces)} (${where})`.trim();
}

type Document = PDFKit.PDFDocument;
type Part = ReturnType<Document['struct']>;

type Write = (tag: string, text: string, look: Look, parent?: Part) => void;

function writeProof(
  pdf: Document,
  { proofUrl, body, write }: { proofUrl: string; body: Part; write: Write },
): void {
  pdf.moveDown(2);
  const { y } = pdf;
  const x = MARGIN + LABEL_WIDTH;
  const alt = 'QR code of the address that confirms this receipt';
  body.add(pdf.struct('Figure', { alt }, () => drawQrCode(pdf, proofUrl, { x: MARGIN, y, size: QR_SIZE })));
  write('P', 'Is this receipt genuine?', { size: 12, weight: 'bold', x, y: y + 24 });
  write('P', 'This address confirms its number, amount and date:', { size: 10, colour: muted, x });
  write('P', proofUrl, { size: 9, x });
  const code = proofUrl.slice(proofUrl.lastIndexOf('/') + 1);
  write('P', `Code ${code.replace(/.{4}(?=.)/g, '$& ')}`, { size: 12, weight: 'bold', x });
}

import { buffer } from 'node:stream/consumers';
import type { Site } from '@institute/contract';
import type { ReceiptSize } from '@institute/contract/fees.constants';
import { type Face, findUnprintable, openFaces, removeUnprintable } from './fonts.ts';
import { drawQrCode } from './qr-code.ts';
import { type Look, writeText } from './text.ts';

export interface Receipt {
  heading: string;
  ending: string;
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails' | 'colors'>;
  number: string;
  issuedAt: Date;
  facts: [label: string, value: string][];
  proofUrl?: string;
  banner?: string | undefined;
  /** A picture above the institute's name. */
  logo?: Buffer | undefined;
  /** Words under lines to be filled in by hand. */
  signs?: readonly string[];
  /** Default: A4. */
  size?: ReceiptSize | undefined;
}

const mutedColour = '#5f5a50';

/** In points. Text is written `scale` times as large as on A4. */
interface Layout {
  width: number;
  /** Undefined on a roll, which is as long as its text. */
  height?: number;
  margin: number;
  labelWidth: number;
  qrSize: number;
  scale: number;
}

const layouts: Record<ReceiptSize, Layout> = {
  a4: { width: 595.28, height: 841.89, margin: 56, labelWidth: 140, qrSize: 110, scale: 1 },
  a5: { width: 419.53, height: 595.28, margin: 36, labelWidth: 96, qrSize: 90, scale: 0.75 },
  // Printers of 80 mm leave 4 mm white on each side
  roll: { width: 226.77, margin: 12, labelWidth: 76, qrSize: 100, scale: 0.72 },
};
const LONGEST_ROLL = 5000;

/** The same receipt always gives the same bytes. */
export async function writeReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { height, ...layout } = layouts[receipt.size ?? 'a4'];
  if (height) {
    // The longest names and programs are written smaller, so that the proof is on the same sheet
    for (const share of [1, 0.9, 0.8]) {
      const { file, pages } = await writeReceipt(receipt, { ...layout, height, scale: layout.scale * share });
      if (pages === 1) return file;
    }
    return (await writeReceipt(receipt, { ...layout, height, scale: layout.scale * 0.7 })).file;
  }
  const { end } = await writeReceipt(receipt, { ...layout, height: LONGEST_ROLL });
  return (await writeReceipt(receipt, { ...layout, height: end + layout.margin })).file;
}

/** A receipt, whose parts are tagged so that programs can read it aloud. `end` is where its last line ends, on the last page. */
async function writeReceipt(
  {
    heading,
    ending,
    institute,
    number,
    issuedAt,
    facts,
    banner,
    proofUrl,
    logo,
    signs = [],
    size = 'a4',
  }: Receipt,
  layout: Required<Layout>,
): Promise<{ file: Buffer; end: number; pages: number }> {
  const { width, height, margin, labelWidth, scale } = layout;
  // Loaded on demand, because the start does not need it
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces()]);
  const title = `${heading} ${number}`;
  const info = { Title: title, Author: institute.name, CreationDate: issuedAt, ModDate: issuedAt };
  const pdf = new PDFDocument({
    size: [width, height],
    margin,
    info,
    lang: 'en',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  let pages = 1;
  pdf.on('pageAdded', () => pages++);
  const file = buffer(pdf);
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  const writeTagged: Write = (tag, text, look, parent = body) => {
    const scaled = { ...look, size: look.size * scale };
    parent.add(pdf.struct(tag, {}, () => writeText(pdf, faces, text, scaled)));
  };

  if (size !== 'roll') {
    pdf.markContent('Artifact', { type: 'Layout' });
    const { main, accent } = institute.colors;
    pdf.rect(0, 0, width, 12).fill(main).rect(0, 12, width, 4).fill(accent);
    pdf.endMarkedContent();
  }
  if (banner) {
    pdf.moveDown(1);
    writeTagged('P', banner, { size: 14, weight: 'bold', colour: '#b8431d' });
  }
  pdf.moveDown(1);
  if (logo) {
    const room = { fit: [logoRoom.width * scale, logoRoom.height * scale] } as { fit: [number, number] };
    const { y } = pdf;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf.image(logo, margin, y, room);
    pdf.endMarkedContent();
    pdf.y = y + (logoRoom.height + 8) * scale;
  }
  if (institute.name) writeTagged('P', institute.name, { size: 18, weight: 'bold' });
  for (const line of [institute.address, institute.phones.join(', '), institute.emails[0] ?? '']) {
    if (line) writeTagged('P', line, { size: 10, colour: mutedColour });
  }
  pdf.moveDown(size === 'a4' ? 3 : 1);
  writeTagged('H1', heading, { size: 26, weight: 'bold' });
  pdf.moveDown(size === 'a4' ? 1 : 0.5);
  const list = pdf.struct('L');
  body.add(list);
  for (const [label, value] of facts) {
    const { y } = pdf;
    const item = pdf.struct('LI');
    list.add(item);
    writeTagged('Lbl', label, { size: 12, colour: mutedColour, x: margin, y }, item);
    writeTagged(
      'LBody',
      toPrintable(value, faces, proofUrl),
      { size: 12, weight: 'bold', x: margin + labelWidth, y },
      item,
    );
    pdf.moveDown(0.6);
  }
  if (signs.length > 0) writeSigns(pdf, { signs, layout, write: writeTagged });
  pdf.moveDown(size === 'a4' ? 2 : 1);
  writeTagged('P', ending, { size: 12, x: margin });
  if (proofUrl) writeProof(pdf, { proofUrl, body, layout, write: writeTagged });
  const end = pdf.y;
  pdf.end();
  return { file: await file, end, pages };
}

/** Says so where letters are missing. The page at the address has the whole name. */
function toPrintable(value: string, faces: readonly Face[], proofUrl: string | undefined): string {
  if (findUnprintable(value, faces).length === 0) return value;
  const where = proofUrl ? 'see the address for the full name' : 'not all letters can be printed';
  return `${removeUnprintable(value, faces)} (${where})`.trim();
}

type Document = PDFKit.PDFDocument;
type StructurePart = ReturnType<Document['struct']>;

type Write = (tag: string, text: string, look: Look, parent?: StructurePart) => void;

const logoRoom = { width: 170, height: 48 };
/** Room for a hand's signature, in points on every paper. */
const SIGN_HEIGHT = 34;

/** Side by side where the paper is wide enough for two. */
function writeSigns(
  pdf: Document,
  { signs, layout, write }: { signs: readonly string[]; layout: Required<Layout>; write: Write },
): void {
  const { width, margin } = layout;
  const isBeside = width > 300;
  const room = isBeside ? (width - 2 * margin) / signs.length : width - 2 * margin;
  let { y } = pdf;
  for (const [place, sign] of signs.entries()) {
    const x = isBeside ? margin + place * room : margin;
    const line = y + SIGN_HEIGHT;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(x, line)
      .lineTo(x + room - (isBeside ? 24 : 0), line)
      .lineWidth(0.75)
      .stroke(mutedColour);
    pdf.endMarkedContent();
    write('P', sign, { size: 10, colour: mutedColour, x, y: line + 3 });
    if (!isBeside) y = pdf.y;
  }
}

function writeProof(
  pdf: Document,
  {
    proofUrl,
    body,
    layout,
    write,
  }: { proofUrl: string; body: StructurePart; layout: Required<Layout>; write: Write },
): void {
  const { width, margin, labelWidth, qrSize, scale } = layout;
  const isBeside = width - 2 * margin > 2.5 * qrSize;
  pdf.moveDown(isBeside ? 2 * scale : 1);
  // A code that is cut in two cannot be read
  if (pdf.y + qrSize > pdf.page.height - margin) pdf.addPage();
  const { y } = pdf;
  const alt = 'QR code of the address that confirms this receipt';
  body.add(pdf.struct('Figure', { alt }, () => drawQrCode(pdf, proofUrl, { x: margin, y, size: qrSize })));
  const x = isBeside ? margin + Math.max(labelWidth, qrSize + 10) : margin;
  const top = isBeside ? y + 24 * scale : y + qrSize + 6;
  write('P', 'Is this receipt genuine?', { size: 12, weight: 'bold', x, y: top });
  write('P', 'This address confirms its number, amount and date:', { size: 10, colour: mutedColour, x });
  write('P', proofUrl, { size: 9, x });
  const code = proofUrl.slice(proofUrl.lastIndexOf('/') + 1);
  write('P', `Code ${code.replace(/.{4}(?=.)/g, '$& ')}`, { size: 12, weight: 'bold', x });
}

import { buffer } from 'node:stream/consumers';
import type { Site } from '@institute/contract';
import type { ReceiptSize } from '@institute/contract/fees.constants';
import { type FontFace, findUnprintable, openFaces, removeUnprintable } from './fonts.ts';
import { drawQrCode } from './qr-code.ts';
import { type TextLook, writeText } from './text.ts';

export interface PrintedReceipt {
  heading: string;
  ending: string;
  institute: Pick<Site['institute'], 'name' | 'address' | 'phones' | 'emails' | 'colors'>;
  number: string;
  issuedAt: Date;
  facts: [label: string, value: string][];
  proofUrl?: string;
  banner?: string | undefined;
  /** Logo above the name of the institute. */
  logo?: Buffer | undefined;
  /** Labels under lines that are filled in by hand. */
  signs?: readonly string[];
  /** A4 by default. */
  size?: ReceiptSize | undefined;
}

const mutedColour = '#5f5a50';

/** Sizes in points. `scale` is the size of text relative to that on A4. */
interface ReceiptLayout {
  width: number;
  /** Undefined for a roll, whose receipts are as long as their text. */
  height?: number;
  margin: number;
  labelWidth: number;
  qrSize: number;
  scale: number;
}

const layoutByReceiptSize: Record<ReceiptSize, ReceiptLayout> = {
  a4: { width: 595.28, height: 841.89, margin: 56, labelWidth: 140, qrSize: 110, scale: 1 },
  a5: { width: 419.53, height: 595.28, margin: 36, labelWidth: 96, qrSize: 90, scale: 0.75 },
  // The 12 points at each side include 4 mm that printers for 80 mm leave white
  roll: { width: 226.77, margin: 12, labelWidth: 76, qrSize: 100, scale: 0.72 },
};
const MAX_ROLL_HEIGHT = 5000;

/** Writes a receipt as PDF. The same receipt always gives the same bytes. */
export async function writeReceiptPdf(receipt: PrintedReceipt): Promise<Buffer> {
  const { height, ...layout } = layoutByReceiptSize[receipt.size ?? 'a4'];
  if (height) {
    // Receipts with the longest names and programs are written smaller, so that the proof fits on the same sheet
    for (const scaleFactor of [1, 0.9, 0.8]) {
      const { file, pages } = await writeReceiptWithLayout(receipt, {
        ...layout,
        height,
        scale: layout.scale * scaleFactor,
      });
      if (pages === 1) return file;
    }
    return (await writeReceiptWithLayout(receipt, { ...layout, height, scale: layout.scale * 0.7 })).file;
  }
  const { end } = await writeReceiptWithLayout(receipt, { ...layout, height: MAX_ROLL_HEIGHT });
  return (await writeReceiptWithLayout(receipt, { ...layout, height: end + layout.margin })).file;
}

/**
 * Writes a receipt whose parts are tagged, so that programs can read it aloud. `end` is the place below its last line
 * on the last page.
 */
async function writeReceiptWithLayout(
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
  }: PrintedReceipt,
  layout: Required<ReceiptLayout>,
): Promise<{ file: Buffer; end: number; pages: number }> {
  const { width, height, margin, labelWidth, scale } = layout;
  // Imported on demand, because a start does not need PDFKit
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces()]);
  const pdfTitle = `${heading} ${number}`;
  const pdfInfo = { Title: pdfTitle, Author: institute.name, CreationDate: issuedAt, ModDate: issuedAt };
  const pdf = new PDFDocument({
    size: [width, height],
    margin,
    info: pdfInfo,
    lang: 'en',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  let pageCount = 1;
  pdf.on('pageAdded', () => pageCount++);
  const fileBytesPromise = buffer(pdf);
  const documentPart = pdf.struct('Document');
  pdf.addStructure(documentPart);
  const writeTaggedText: WriteTaggedText = (tag, text, look, parent = documentPart) => {
    const scaledLook = { ...look, size: look.size * scale };
    parent.add(pdf.struct(tag, {}, () => writeText(pdf, faces, text, scaledLook)));
  };

  if (size !== 'roll') {
    pdf.markContent('Artifact', { type: 'Layout' });
    const { main, accent } = institute.colors;
    pdf.rect(0, 0, width, 12).fill(main).rect(0, 12, width, 4).fill(accent);
    pdf.endMarkedContent();
  }
  if (banner) {
    pdf.moveDown(1);
    writeTaggedText('P', banner, { size: 14, weight: 'bold', colour: '#b8431d' });
  }
  pdf.moveDown(1);
  if (logo) {
    const logoFitOptions = { fit: [logoRoom.width * scale, logoRoom.height * scale] } as {
      fit: [number, number];
    };
    const { y } = pdf;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf.image(logo, margin, y, logoFitOptions);
    pdf.endMarkedContent();
    pdf.y = y + (logoRoom.height + 8) * scale;
  }
  if (institute.name) writeTaggedText('P', institute.name, { size: 18, weight: 'bold' });
  for (const addressLine of [institute.address, institute.phones.join(', '), institute.emails[0] ?? '']) {
    if (addressLine) writeTaggedText('P', addressLine, { size: 10, colour: mutedColour });
  }
  pdf.moveDown(size === 'a4' ? 3 : 1);
  writeTaggedText('H1', heading, { size: 26, weight: 'bold' });
  pdf.moveDown(size === 'a4' ? 1 : 0.5);
  const factList = pdf.struct('L');
  documentPart.add(factList);
  for (const [label, value] of facts) {
    const { y } = pdf;
    const factItem = pdf.struct('LI');
    factList.add(factItem);
    writeTaggedText('Lbl', label, { size: 12, colour: mutedColour, x: margin, y }, factItem);
    writeTaggedText(
      'LBody',
      replaceUnprintableLetters(value, faces, proofUrl),
      { size: 12, weight: 'bold', x: margin + labelWidth, y },
      factItem,
    );
    pdf.moveDown(0.6);
  }
  if (signs.length > 0) writeSignatureLines(pdf, { signs, layout, write: writeTaggedText });
  pdf.moveDown(size === 'a4' ? 2 : 1);
  writeTaggedText('P', ending, { size: 12, x: margin });
  if (proofUrl) writeProofOfReceipt(pdf, { proofUrl, body: documentPart, layout, write: writeTaggedText });
  const lastLineEndY = pdf.y;
  pdf.end();
  return { file: await fileBytesPromise, end: lastLineEndY, pages: pageCount };
}

/** Leaves out letters that cannot be printed, and says so. The page at the proof's address has the whole name. */
function replaceUnprintableLetters(
  value: string,
  faces: readonly FontFace[],
  proofUrl: string | undefined,
): string {
  if (findUnprintable(value, faces).length === 0) return value;
  const missingLettersNote = proofUrl
    ? 'see the address for the full name'
    : 'not all letters can be printed';
  return `${removeUnprintable(value, faces)} (${missingLettersNote})`.trim();
}

type PdfDocument = PDFKit.PDFDocument;
type StructurePart = ReturnType<PdfDocument['struct']>;

type WriteTaggedText = (tag: string, text: string, look: TextLook, parent?: StructurePart) => void;

const logoRoom = { width: 170, height: 48 };
/** Height of the room for a signature, in points on every size of paper. */
const SIGNATURE_ROOM_HEIGHT = 34;

/** Writes lines for signatures, side by side when the paper is wide enough for two. */
function writeSignatureLines(
  pdf: PdfDocument,
  {
    signs,
    layout,
    write,
  }: { signs: readonly string[]; layout: Required<ReceiptLayout>; write: WriteTaggedText },
): void {
  const { width, margin } = layout;
  const areSignaturesSideBySide = width > 300;
  const signWidth = areSignaturesSideBySide ? (width - 2 * margin) / signs.length : width - 2 * margin;
  let { y } = pdf;
  for (const [place, sign] of signs.entries()) {
    const signatureX = areSignaturesSideBySide ? margin + place * signWidth : margin;
    const signatureLineY = y + SIGNATURE_ROOM_HEIGHT;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(signatureX, signatureLineY)
      .lineTo(signatureX + signWidth - (areSignaturesSideBySide ? 24 : 0), signatureLineY)
      .lineWidth(0.75)
      .stroke(mutedColour);
    pdf.endMarkedContent();
    write('P', sign, { size: 10, colour: mutedColour, x: signatureX, y: signatureLineY + 3 });
    if (!areSignaturesSideBySide) y = pdf.y;
  }
}

function writeProofOfReceipt(
  pdf: PdfDocument,
  {
    proofUrl,
    body,
    layout,
    write,
  }: { proofUrl: string; body: StructurePart; layout: Required<ReceiptLayout>; write: WriteTaggedText },
): void {
  const { width, margin, labelWidth, qrSize, scale } = layout;
  const isProofTextBesideQrCode = width - 2 * margin > 2.5 * qrSize;
  pdf.moveDown(isProofTextBesideQrCode ? 2 * scale : 1);
  // A code that is cut in two by a page break cannot be read
  if (pdf.y + qrSize > pdf.page.height - margin) pdf.addPage();
  const { y } = pdf;
  const qrDescription = 'QR code of the address that confirms this receipt';
  body.add(
    pdf.struct('Figure', { alt: qrDescription }, () =>
      drawQrCode(pdf, proofUrl, { x: margin, y, size: qrSize }),
    ),
  );
  const x = isProofTextBesideQrCode ? margin + Math.max(labelWidth, qrSize + 10) : margin;
  const proofTextY = isProofTextBesideQrCode ? y + 24 * scale : y + qrSize + 6;
  write('P', 'Is this receipt genuine?', { size: 12, weight: 'bold', x, y: proofTextY });
  write('P', 'This address confirms its number, amount and date:', { size: 10, colour: mutedColour, x });
  write('P', proofUrl, { size: 9, x });
  const proofCode = proofUrl.slice(proofUrl.lastIndexOf('/') + 1);
  write('P', `Code ${proofCode.replace(/.{4}(?=.)/g, '$& ')}`, { size: 12, weight: 'bold', x });
}

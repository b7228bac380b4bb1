import { toFragment } from '@institute/contract/certificate-fragment';
import {
  cutToLineLength,
  groupCodeDigits,
  makeCertificatePath,
} from '@institute/contract/certificates.constants';
import { type Colors, darkenForPaper } from '@institute/contract/look';
import { formatNumber } from '@institute/contract/money';
import { formatWholeDate } from '@institute/contract/whole-date';
import type { FontFace } from '../../../pdf/fonts.ts';
import { drawQrCode } from '../../../pdf/qr-code.ts';
import { writeLine } from '../../../pdf/text.ts';
import type { PrintedCertificate } from './certificate.view.ts';

type Pdf = PDFKit.PDFDocument;

const POINTS_PER_MM = 72 / 25.4;
/** Printers cannot print nearer to the edge, and frames hide what is there. */
const EDGE_WIDTH = 13 * POINTS_PER_MM;
const PAGE_MARGIN = 23 * POINTS_PER_MM;
const QR_SIZE = 40 * POINTS_PER_MM;
const MAX_LOGO_SIZE = { width: 60 * POINTS_PER_MM, height: 17 * POINTS_PER_MM } as const;
const SIGNATURE_WIDTH = 56 * POINTS_PER_MM;
const STAMP_WIDTH = 42 * POINTS_PER_MM;
const lineColor = '#8d8674';
const mutedColor = '#5f5a50';

/** Design that all papers of one print share. */
export interface CertificateDesign {
  publicUrl: string;
  /** Logo as a `data:` address. */
  logo?: string | undefined;
  colors: Colors;
  /** True for a picture of the first page with the word “Preview” across it. */
  isPreview?: boolean;
}

interface CertificatePage extends CertificateDesign {
  page: ReturnType<Pdf['struct']>;
  paper: PrintedCertificate;
  faces: readonly FontFace[];
}

export function writeCertificate(
  pdf: Pdf,
  { page, paper, faces, publicUrl, logo, colors, isPreview }: CertificatePage,
) {
  const { width } = pdf.page;
  const centreColumn = { align: 'center', x: PAGE_MARGIN, width: width - 2 * PAGE_MARGIN } as const;
  const writeTaggedText = (tag: string, text: string, look: Parameters<typeof writeLine>[3]) => {
    if (text) page.add(pdf.struct(tag, {}, () => writeLine(pdf, faces, text, look)));
  };

  drawDecoration(pdf, () => drawFrame(pdf, colors));
  if (logo) {
    const logoPlacement = {
      fit: [MAX_LOGO_SIZE.width, MAX_LOGO_SIZE.height] as [number, number],
      align: 'center' as const,
    };
    const logoLeft = (width - MAX_LOGO_SIZE.width) / 2;
    drawDecoration(pdf, () => pdf.image(logo, logoLeft, 54, { ...logoPlacement, valign: 'center' }));
  }
  writeTaggedText('P', paper.issuer, {
    ...centreColumn,
    y: logo ? 107 : 88,
    size: 20,
    weight: 'bold',
    colour: darkenForPaper(colors.main),
  });
  writeTaggedText('H1', 'Certificate of Completion', { ...centreColumn, y: 138, size: 44 });
  writeTaggedText('P', 'This certifies that', { ...centreColumn, y: 198, size: 15, colour: mutedColor });
  writeTaggedText('P', paper.holder ?? '', { ...centreColumn, y: 222, size: 36, weight: 'bold' });
  drawDecoration(pdf, () => drawRule(pdf, 267, colors.accent));
  writeTaggedText('P', 'has completed', { ...centreColumn, y: 279, size: 15, colour: mutedColor });
  writeTaggedText('P', cutToLineLength(paper.program), { ...centreColumn, y: 302, size: 25, weight: 'bold' });
  writeTaggedText('P', formatPeriodAndHours(paper), { ...centreColumn, y: 338, size: 15 });
  writeTaggedText('P', paper.result ?? '', { ...centreColumn, y: 361, size: 16, weight: 'bold' });

  const signers = [
    [paper.signerName, paper.signerTitle],
    [paper.secondSignerName, paper.secondSignerTitle],
  ].filter(([name]) => name) as [string, string][];
  for (const [place, [name, title]] of signers.entries()) {
    // The room for the stamp is between two signatures, or next to a single one
    const x = PAGE_MARGIN + place * (SIGNATURE_WIDTH + STAMP_WIDTH);
    const signerColumn = { align: 'left', x, width: SIGNATURE_WIDTH } as const;
    drawDecoration(pdf, () => drawLine(pdf, { x, y: 440, width: SIGNATURE_WIDTH }));
    writeTaggedText('P', name, { ...signerColumn, y: 446, size: 14, weight: 'bold' });
    writeTaggedText('P', title, { ...signerColumn, y: 463, size: 12, colour: mutedColor });
  }

  const checkUrl = publicUrl + makeCertificatePath(paper.code);
  const qr = { x: width - PAGE_MARGIN - QR_SIZE, y: 406, size: QR_SIZE, ecc: 'L' } as const;
  const qrAltText = 'QR code of the address that checks this certificate';
  const checkAddress = paper.jws ? `${checkUrl}#${toFragment(paper.jws)}` : checkUrl;
  page.add(pdf.struct('Figure', { alt: qrAltText }, () => drawQrCode(pdf, checkAddress, qr)));
  const columnStyle = { align: 'left', width: 170 } as const;
  writeTaggedText('P', `Code ${groupCodeDigits(paper.code)}`, {
    ...columnStyle,
    x: PAGE_MARGIN,
    y: 486,
    size: 14,
    weight: 'bold',
  });
  writeTaggedText('P', `Certificate ${paper.number}`, {
    ...columnStyle,
    x: PAGE_MARGIN + 175,
    y: 487,
    size: 13,
  });
  const issuedOn = `Issued on ${formatWholeDate(paper.issuedOn)}`;
  writeTaggedText('P', issuedOn, { ...columnStyle, x: PAGE_MARGIN + 350, y: 487, size: 13 });
  const footerColumn = { align: 'left', x: PAGE_MARGIN, width: qr.x - PAGE_MARGIN - 24 } as const;
  writeTaggedText('P', `Check that it is genuine: scan the code, or open ${checkUrl}`, {
    ...footerColumn,
    y: 507,
    size: 11,
  });
  writeTaggedText('P', paper.note, { ...centreColumn, y: 530, size: 10, colour: mutedColor });
  if (isPreview) {
    const pageMiddle: [number, number] = [width / 2, pdf.page.height / 2];
    pdf.rotate(-30, { origin: pageMiddle }).opacity(0.16);
    writeLine(pdf, faces, 'Preview', { ...centreColumn, y: pageMiddle[1] - 90, size: 220, weight: 'bold' });
  }
}

/** Marks the drawing as decoration, which screen readers leave out. */
function drawDecoration(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

function drawFrame(pdf: Pdf, { main, accent }: Colors): void {
  const { width, height } = pdf.page;
  const drawBorder = (inset: number, thickness: number, colour: string) => {
    const borderOffset = EDGE_WIDTH + inset;
    pdf
      .lineWidth(thickness)
      .rect(borderOffset, borderOffset, width - 2 * borderOffset, height - 2 * borderOffset)
      .stroke(colour);
  };
  drawBorder(0, 2.5, main);
  drawBorder(6, 0.75, accent);
  const cornerOffset = EDGE_WIDTH + 6;
  for (const x of [cornerOffset, width - cornerOffset]) {
    for (const rhombY of [cornerOffset, height - cornerOffset])
      drawRhomb(pdf, { x, y: rhombY, size: 7, fill: accent });
  }
}

const drawRhomb = (pdf: Pdf, { x, y, size, fill }: Record<'x' | 'y' | 'size', number> & { fill: string }) =>
  void pdf.polygon([x - size, y], [x, y - size], [x + size, y], [x, y + size]).fill(fill);

const drawLine = (pdf: Pdf, { x, y, width }: Record<'x' | 'y' | 'width', number>) =>
  void pdf
    .lineWidth(0.75)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke(lineColor);

/** Draws the line below the name, with a rhomb in the middle. */
function drawRule(pdf: Pdf, y: number, fill: string): void {
  const middle = pdf.page.width / 2;
  drawLine(pdf, { x: middle - 160, y, width: 150 });
  drawLine(pdf, { x: middle + 10, y, width: 150 });
  drawRhomb(pdf, { x: middle, y, size: 4, fill });
}

/** Formats the extent of the course: "480 hours, 1 February 2027 to 30 June 2027". */
function formatPeriodAndHours({ hours, startsOn, endsOn }: PrintedCertificate): string {
  const startText = startsOn && formatWholeDate(startsOn);
  const endText = endsOn && formatWholeDate(endsOn);
  const periodText =
    startText && endText
      ? `${startText} to ${endText}`
      : startText
        ? `from ${startText}`
        : endText
          ? `until ${endText}`
          : '';
  return [hours && (hours === 1 ? '1 hour' : `${formatNumber(hours)} hours`), periodText]
    .filter(Boolean)
    .join(', ');
}

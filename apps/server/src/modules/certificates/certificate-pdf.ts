import { setImmediate as nextTurn } from 'node:timers/promises';
import { certificatePath, cutToLine, groupCode } from '@institute/contract/certificates.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { type Face, openFaces } from '../../pdf/fonts.ts';
import { drawQrCode } from '../../pdf/qr-code.ts';
import { writeLine } from '../../pdf/text.ts';
import type { CertificateRow } from './certificate.entity.ts';

type Pdf = PDFKit.PDFDocument;
type Part = ReturnType<Pdf['struct']>;

const MM = 72 / 25.4;
const MARGIN = 18 * MM;
const QR_SIZE = 30 * MM;
const [green, sun, line, muted] = ['#0f5a43', '#f2a71b', '#e3d9c6', '#5f5a50'];

const printed = [
  ...(['number', 'code', 'holder', 'program', 'hours', 'startsOn', 'endsOn', 'issuedOn'] as const),
  ...(['issuer', 'signerName', 'signerTitle', 'note', 'jws', 'createdAt'] as const),
] as const;
type Paper = Pick<CertificateRow, (typeof printed)[number]>;

/** What one process tells the other. */
export interface PrintJob {
  papers: readonly Paper[];
  publicUrl: string;
}

export const toPaper = (row: CertificateRow): Paper =>
  Object.fromEntries(printed.map((name) => [name, row[name]])) as Paper;

/** A page for each, written while it is read. The same certificates always give the same bytes. */
export async function certificatePdf({ papers, publicUrl }: PrintJob): Promise<Pdf> {
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), openFaces()]);
  const [first, last] = [papers[0], papers.at(-1)];
  if (!first || !last) throw new Error('There is nothing to print');
  const numbers = first === last ? first.number : `${first.number} to ${last.number}`;
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
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
  void writePages(pdf, { body, papers, faces, publicUrl });
  return pdf;
}

interface Pages extends PrintJob {
  body: Part;
  faces: readonly Face[];
}

async function writePages(pdf: Pdf, { body, papers, faces, publicUrl }: Pages): Promise<void> {
  const stream = pdf as Pdf & { destroyed: boolean; destroy(error: unknown): void };
  try {
    for (const paper of papers) {
      await nextTurn();
      // Nobody reads it any more
      if (stream.destroyed) return;
      pdf.addPage();
      const page = pdf.struct('Sect');
      body.add(page);
      writePage(pdf, { page, paper, faces, publicUrl });
      page.end();
    }
    await nextTurn();
    pdf.end();
  } catch (error) {
    stream.destroy(error);
  }
}

type Page = Omit<Pages, 'body' | 'papers'> & { page: Part; paper: Paper };

function writePage(pdf: Pdf, { page, paper, faces, publicUrl }: Page): void {
  const { width, height } = pdf.page;
  const centre = { align: 'center', x: MARGIN, width: width - 2 * MARGIN } as const;
  const write = (tag: string, text: string, look: Parameters<typeof writeLine>[3]) => {
    if (text) page.add(pdf.struct(tag, {}, () => writeLine(pdf, faces, text, look)));
  };

  pdf.markContent('Artifact', { type: 'Layout' });
  for (const [y, colour] of [
    [0, green],
    [height - 14, green],
    [14, sun],
    [height - 19, sun],
  ] as const) {
    pdf.rect(0, y, width, colour === green ? 14 : 5).fill(colour);
  }
  pdf.rect(MARGIN / 2, MARGIN / 2 + 10, width - MARGIN, height - MARGIN - 20).stroke(line);
  pdf.endMarkedContent();

  write('P', paper.issuer, { ...centre, y: 66, size: 20, weight: 'bold', colour: green });
  write('H1', 'Certificate of Completion', { ...centre, y: 104, size: 36, weight: 'bold' });
  write('P', 'This certifies that', { ...centre, y: 168, size: 13, colour: muted });
  write('P', paper.holder ?? '', { ...centre, y: 194, size: 32, weight: 'bold' });
  write('P', 'has completed', { ...centre, y: 250, size: 13, colour: muted });
  write('P', cutToLine(paper.program), { ...centre, y: 274, size: 22, weight: 'bold' });
  write('P', extentText(paper), { ...centre, y: 310, size: 13 });

  const top = height - MARGIN - QR_SIZE - 34;
  const left = { align: 'left', x: MARGIN, width: 250 } as const;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(MARGIN, top + 30)
    .lineTo(MARGIN + 220, top + 30)
    .stroke(muted);
  pdf.endMarkedContent();
  write('P', paper.signerName, { ...left, y: top + 36, size: 13, weight: 'bold' });
  write('P', paper.signerTitle, { ...left, y: top + 54, size: 11, colour: muted });
  write('P', `Issued on ${formatDate(paper.issuedOn)}`, { ...left, y: top + 74, size: 11 });

  const address = publicUrl + certificatePath(paper.code);
  const qr = { x: width - MARGIN - QR_SIZE, y: top + 2, size: QR_SIZE, ecc: 'L' } as const;
  const alt = 'QR code of the address that checks this certificate';
  page.add(pdf.struct('Figure', { alt }, () => drawQrCode(pdf, `${address}#${paper.jws}`, qr)));
  const beside = { align: 'left', x: qr.x - 292, width: 280 } as const;
  write('P', `Certificate ${paper.number}`, { ...beside, y: top + 12, size: 12, weight: 'bold' });
  write('P', `Code ${groupCode(paper.code)}`, { ...beside, y: top + 32, size: 12, weight: 'bold' });
  write('P', 'Check that it is genuine: scan the code, or open', {
    ...beside,
    y: top + 54,
    size: 9,
    colour: muted,
  });
  write('P', address, { ...beside, y: top + 68, size: 9 });
  write('P', paper.note, { ...centre, y: height - MARGIN - 10, size: 9, colour: muted });
}

/** "480 hours, 1 Feb 2027 to 30 Jun 2027". */
function extentText({ hours, startsOn, endsOn }: Paper): string {
  const [from, to] = [startsOn && formatDate(startsOn), endsOn && formatDate(endsOn)];
  const days = from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `until ${to}` : '';
  return [hours && (hours === 1 ? '1 hour' : `${formatNumber(hours)} hours`), days]
    .filter(Boolean)
    .join(', ');
}

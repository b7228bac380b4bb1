import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

const ink = '#1d1b16';
const muted = '#5f5a50';
const green = '#0f5a43';
const sun = '#f2a71b';
const clay = '#b8431d';
const MARGIN = 64;
const TILE = 48;
/** The same document always has the same bytes. */
const MADE = new Date('2026-11-01T09:00:00Z');

const parts: [title: string, text: string][] = [
  [
    'Who we are',
    'Kampala Vocational Institute trains young people who want to work for themselves. Since 2017 our students have learned a trade with their hands, on real customers and real machines, in small classes on Kampala Road.',
  ],
  [
    'What we teach',
    'Diplomas in cosmetology and beauty therapy, information technology, and fashion and garment design; short courses in digital skills and the creative industry; holiday camps and weekend clinics.',
  ],
  [
    'How we teach',
    'Mornings in the workshop, afternoons on projects. Every student leaves with a portfolio, a kit of tools and the sums to open a small business. Nobody is sent away for a fee that comes in parts.',
  ],
  [
    'How to join',
    'Register on our site or in the reception, at any time of the year. We answer within three working days. The office is open from Monday to Friday from 8 to 6, and on Saturday from 9 to 4.',
  ],
];

/** Writes the demo document of the About page: two pages with made-up text. */
export async function writeAboutDocument(file: string): Promise<void> {
  const title = 'About Kampala Vocational Institute';
  const info = { Title: title, CreationDate: MADE, ModDate: MADE };
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'en' });
  const written = finished(pdf.pipe(createWriteStream(file)));

  band(pdf, 0);
  pdf.y = TILE * 2 + MARGIN;
  pdf.font('Helvetica-Bold', 32).fillColor(ink).text(title, MARGIN);
  pdf.moveDown(0.6).font('Helvetica', 14).fillColor(muted);
  pdf.text('Practical training for young people who want to work for themselves.');
  for (const [place, [heading, text]] of parts.entries()) {
    if (place === 2) {
      pdf.addPage();
      band(pdf, pdf.page.height - 2 * TILE);
      pdf.y = MARGIN;
    }
    pdf.moveDown(1.6).font('Helvetica-Bold', 18).fillColor(green).text(heading, MARGIN);
    pdf.moveDown(0.4).font('Helvetica', 12).fillColor(ink).text(text, { lineGap: 4 });
  }
  pdf.end();
  await written;
}

/** Two rows of quarter circles, as on the site. */
function band(pdf: PDFKit.PDFDocument, top: number): void {
  const columns = Math.ceil(pdf.page.width / TILE);
  pdf
    .save()
    .rect(0, top, pdf.page.width, 2 * TILE)
    .clip();
  for (let at = 0; at < columns * 2; at += 1) {
    const x = (at % columns) * TILE;
    const y = top + Math.floor(at / columns) * TILE;
    pdf.rect(x, y, TILE, TILE).fill(at % 3 === 0 ? green : '#efe4d0');
    pdf.save().rect(x, y, TILE, TILE).clip();
    pdf.circle(at % 2 ? x : x + TILE, y + TILE, TILE * 0.8).fill(at % 3 === 1 ? sun : clay);
    pdf.restore();
  }
  pdf.restore();
}

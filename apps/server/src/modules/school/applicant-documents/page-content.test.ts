import { documentFaults, serverDocumentFaults } from '@institute/contract/applicant-documents.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { writeReceiptPdf } from '../../../pdf/receipt-pdf.ts';
import { craftPng } from '../../../testing/files/crafted-images.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { makePdf, packPdfStream } from '../../../testing/files/made-pdf.ts';
import { listRealFiles, readRealFile } from '../../../testing/files/real-files.ts';
import { demoSite } from '../../platform/site/site-defaults.service.ts';
import { readPageContent } from './page-content.ts';

const app = { changes: {} };
const read = (sent: Buffer) => readPageContent(app, 'one', sent);
const readFault = (sent: Buffer) =>
  read(sent).then(
    ({ format }) => `taken as ${format}`,
    (error: unknown) => (error instanceof AppError ? error.message : error),
  );

/** Left half red, right half blue, so that turning shows. */
async function makeTwoColours(width: number, height: number): Promise<Sharp> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' };
  const left = await sharp({ create: half }).png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

async function readCorners(content: Buffer) {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
  const right = info.width - 2;
  const bottom = info.height - 2;
  return [isRed(1, 1), isRed(right, 1), isRed(1, bottom), isRed(right, bottom)];
}

test.each([
  [1, [true, false, true, false]],
  [2, [false, true, false, true]],
  [3, [false, true, false, true]],
  [4, [true, false, true, false]],
  [5, [true, true, false, false]],
  [6, [true, true, false, false]],
  [7, [false, false, true, true]],
  [8, [false, false, true, true]],
])(
  'a phone held as orientation %d gives an upright page without place and time',
  async (orientation, corners) => {
    const photo = await (await makeTwoColours(2000, 1000))
      .jpeg()
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 18/1 49/1' } })
      .withMetadata({ orientation })
      .toBuffer();
    const { format, content } = await read(photo);
    const { width, height, exif, icc, orientation: turned } = await sharp(content).metadata();
    expect([format, exif, icc, turned]).toEqual(['jpeg', undefined, undefined, undefined]);
    expect([width, height]).toEqual(orientation > 4 ? [800, 1600] : [1600, 800]);
    expect(await readCorners(content)).toEqual(corners);
  },
);

test.each<[string, () => Promise<Buffer>, [number, number]]>([
  [
    'grey',
    () =>
      sharp({ create: { width: 900, height: 600, channels: 3, background: '#888' } })
        .greyscale()
        .jpeg()
        .toBuffer(),
    [900, 600],
  ],
  [
    'for print',
    async () => (await makeTwoColours(900, 600)).toColourspace('cmyk').jpeg().toBuffer(),
    [900, 600],
  ],
  ['of 48 megapixels', () => makePlainImage('jpeg', { width: 8000, height: 6000 }), [1600, 1200]],
  ['wide as a panorama', () => makePlainImage('jpeg', { width: 12_000, height: 1500 }), [1600, 200]],
  [
    'of a screen, with a clear background',
    () =>
      sharp({ create: { width: 1080, height: 2400, channels: 4, background: '#ffffff00' } })
        .png()
        .toBuffer(),
    [720, 1600],
  ],
  ['as WebP', () => makePlainImage('webp'), [800, 600]],
  ['as AVIF', () => makePlainImage('avif'), [800, 600]],
])('a photo %s becomes a JPEG in colours of screens', async (_, make, size) => {
  const { width, height, space, format, channels } = await sharp(
    (await read(await make())).content,
  ).metadata();
  expect([width, height, space, format, channels]).toEqual([...size, 'srgb', 'jpeg', 3]);
});

test('a picture with a program behind it comes out as pixels alone', async () => {
  const sent = Buffer.concat([
    await makePlainImage('jpeg'),
    Buffer.from('PK\x03\x04<script>alert(1)</script>'),
  ]);
  const { content } = await read(sent);
  expect(content.includes('<script>')).toBe(false);
});

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(200),
]);
const jpeg = await sharp({
  create: {
    width: 900,
    height: 900,
    channels: 3,
    background: '#fff',
    noise: { type: 'gaussian', mean: 100, sigma: 40 },
  },
})
  .jpeg()
  .toBuffer();

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2), documentFaults.unreadable],
  ['a zip', () => Buffer.from('PK\x03\x04 and the rest'), documentFaults.unreadable],
  [
    'SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    documentFaults.unreadable,
  ],
  ['GIF', () => makePlainImage('gif'), documentFaults.unreadable],
  ['TIFF', () => makePlainImage('tiff'), documentFaults.unreadable],
  ['HEIC', () => heic, documentFaults.heic],
  [
    '900 megapixels',
    () => craftPng({ width: 30_000, height: 30_000, rows: Buffer.alloc(9) }),
    serverDocumentFaults.manyPixels,
  ],
  ['more bytes than a photo has', () => Buffer.alloc(uploadLimits.bytes + 1, 1), documentFaults.largePhoto],
])('%s is refused', async (_, make, fault) => {
  expect(await readFault(await make())).toBe(fault);
});

const { institute } = demoSite;
const receipt = { heading: 'Receipt', ending: 'Thank you', number: '1', issuedAt: new Date(0), facts: [] };
const script = '<</S/JavaScript/JS(app.alert(1))>>';
const listOf = (objects: string) => `10 0 ${objects}`;
const describeList =
  (extra = '') =>
  (length: number) =>
    `<</Type/ObjStm/N 1/First 5/Length ${length}/Filter/FlateDecode${extra}>>`;

test.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'with links and an outline',
    () => makePdf(['<</Type/Outlines/First 4 0 R>>', '<</S/URI/URI(https://institute.example)>>']),
  ],
  ['with a packed page', () => makePdf([packPdfStream('1 0 0 1 0 0 cm BT (JavaScript) Tj ET')])],
  ['with packed objects', () => makePdf([packPdfStream(listOf('<</Type/Page>>'), describeList())])],
  ['with a stream that is a picture', () => makePdf([packPdfStream(jpeg)])],
  ['as this product prints it', () => writeReceiptPdf({ ...receipt, institute: { ...institute } })],
])('a PDF %s is taken as it is', async (_, make) => {
  const sent = await make();
  expect(await read(sent)).toEqual({ format: 'pdf', content: sent });
});

test.each<[string, () => Buffer, string]>([
  ['with a script', () => makePdf([script]), serverDocumentFaults.activePdf],
  [
    'whose script is spelled with codes',
    () => makePdf(['<</S/J#61vaScr#69pt/JS(1)>>']),
    serverDocumentFaults.activePdf,
  ],
  ['that starts a program', () => makePdf(['<</S/Launch/F(a.exe)>>']), serverDocumentFaults.activePdf],
  ['with a file in it', () => makePdf(['<</Type/EmbeddedFile>>']), serverDocumentFaults.activePdf],
  ['with a film', () => makePdf(['<</Subtype/RichMedia>>']), serverDocumentFaults.activePdf],
  ['with a form of programs', () => makePdf(['<</XFA 9 0 R>>']), serverDocumentFaults.activePdf],
  [
    'whose script is packed',
    () => makePdf([packPdfStream(listOf(script), describeList())]),
    serverDocumentFaults.activePdf,
  ],
  [
    'whose packed script says that it is a picture',
    () =>
      makePdf([
        packPdfStream(listOf(script), (length) => `<</Subtype/Image/Length ${length}/Filter/FlateDecode>>`),
      ]),
    serverDocumentFaults.activePdf,
  ],
  [
    'whose packed script is behind a false end',
    () =>
      makePdf([
        packPdfStream(
          listOf(script),
          (length) => `<</First 5%endstream\n/N 1/Length ${length}/Filter/FlateDecode>>`,
        ),
      ]),
    serverDocumentFaults.activePdf,
  ],
  [
    'whose objects are packed twice',
    () => makePdf([packPdfStream('x', describeList('/DecodeParms<</Predictor 12>>'))]),
    serverDocumentFaults.activePdf,
  ],
  [
    'that unpacks into far more',
    () => makePdf([packPdfStream(Buffer.alloc(100_000_000, '1 0 '), describeList())]),
    serverDocumentFaults.brokenPdf,
  ],
  ['with a password', () => makePdf(['<</Encrypt 9 0 R>>']), serverDocumentFaults.lockedPdf],
  ['cut in half', () => makePdf([script]).subarray(0, 60), serverDocumentFaults.brokenPdf],
  ['of more than 5 MB', () => makePdf([Buffer.alloc(5 * 1024 * 1024, ' ')]), documentFaults.largePdf],
])('a PDF %s is refused', async (_, make, fault) => {
  expect(await readFault(make())).toBe(fault);
});

const acceptedPdfs = listRealFiles('accepted-pdfs');

test.each(acceptedPdfs)('a PDF as another program writes it is taken as it is: %s', async (name) => {
  const sent = readRealFile('accepted-pdfs', name);
  expect(await read(sent)).toEqual({ format: 'pdf', content: sent });
});

test.each(acceptedPdfs)('a PDF that was cut short is refused: %s', async (name) => {
  const sent = readRealFile('accepted-pdfs', name);
  expect(await readFault(sent.subarray(0, sent.length * 0.9))).toBe(serverDocumentFaults.brokenPdf);
});

test.each(listRealFiles('refused-pdfs'))(
  'a PDF with more than pages, or behind a password, is refused: %s',
  async (name) => {
    const isLocked = name.includes('password');
    expect(await readFault(readRealFile('refused-pdfs', name))).toBe(
      isLocked ? serverDocumentFaults.lockedPdf : serverDocumentFaults.activePdf,
    );
  },
);

import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type PrintJob, writeCertificatePdf } from './certificate-pdf.ts';

/** Entry point of the process that writes certificates to its output and exits. `certificate-print.routes.ts` starts it. */
process.once('message', async (job: PrintJob) => {
  process.disconnect?.();
  const pdf = await writeCertificatePdf(job);
  await pipeline(job.isPreview ? await drawFirstPage(await buffer(pdf)) : pdf, process.stdout);
});

/** Draws the first page as a picture, because browsers of phones show no PDF inside a web page. */
async function drawFirstPage(pdf: Buffer) {
  const [{ PDFiumLibrary }, { default: sharp }] = await Promise.all([
    import('@hyzyla/pdfium'),
    import('sharp'),
  ]);
  const document = await (await PDFiumLibrary.init()).loadDocument(pdf);
  const { data, width, height } = await document.getPage(0).render({ scale: 2, render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } }).webp();
}

import { pipeline } from 'node:stream/promises';
import { certificatePdf, type PrintJob } from './certificate-pdf.ts';

/** Entry point of the process that writes certificates to its output and exits. `certificate-print.routes.ts` starts it. */
process.once('message', async (job: PrintJob) => {
  process.disconnect?.();
  await pipeline(await certificatePdf(job), process.stdout);
});

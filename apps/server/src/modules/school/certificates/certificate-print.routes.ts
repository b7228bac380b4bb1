import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type CertificateIssue, certificateIds } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { readLogo, toDataUrl } from '../../../pdf/logo.ts';
import { printInChildProcess } from '../../../pdf/print-process.ts';
import { issueTicket, redeemTicket } from '../../platform/idempotency/one-time-ticket.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { findPrintableCertificates } from './certificate.service.ts';
import { toPrintedCertificate } from './certificate.view.ts';
import { previewCertificates } from './certificate-issue.service.ts';
import type { PrintJob } from './certificate-pdf.ts';

declare module 'fastify' {
  interface FastifyInstance {
    printCertificates(job: PrintJob): Readable;
  }
}

const certificatesPdfPath = '/api/certificates.pdf';
const downloadTicket = { scope: 'certificate download', need: needs.certificates };

/** Makes a download address with a ticket, because a browser sends no bearer token with it. Logs omit queries. */
export async function issuePrintTicket(ctx: Ctx, ids: readonly number[]): Promise<{ url: string }> {
  if ((await findPrintableCertificates(ctx, ids)).length === 0) {
    throw new AppError('CONFLICT', 'None of these certificates is valid');
  }
  return { url: `${certificatesPdfPath}?ticket=${await issueTicket(ctx, downloadTicket, { ids })}` };
}

/** Size in dots, at 300 dots per inch of the logo's room on the paper. */
const LOGO_SIZE = { width: 709, height: 201, ground: '#ffffff' } as const;

async function readCertificateDesign(
  app: FastifyInstance,
  ctx: Ctx,
): Promise<Pick<PrintJob, 'logo' | 'colors'>> {
  const { logo, colors } = (await getSite(ctx)).view.institute;
  const logoFile = await readLogo(app, logo, LOGO_SIZE).catch(() => undefined);
  return { logo: logoFile && toDataUrl(logoFile), colors };
}

/** Draws the first paper as it would be printed, and returns the picture as a `data:` address. */
export async function drawCertificatePreview(app: FastifyInstance, ctx: Ctx, input: CertificateIssue) {
  const previewPapers = await previewCertificates(ctx, input);
  const design = await readCertificateDesign(app, ctx);
  const printedFile = app.printCertificates({
    papers: previewPapers,
    publicUrl: ctx.config.publicUrl,
    ...design,
    isPreview: true,
  });
  return { picture: `data:image/webp;base64,${(await buffer(printedFile)).toString('base64')}` };
}

/** Call it without `register`, so that the whole app gets `printCertificates`. */
export function serveCertificatePrints(app: FastifyInstance): void {
  app.decorate(
    'printCertificates',
    printInChildProcess<PrintJob>(join(import.meta.dirname, 'certificate-pdf.process.ts')),
  );
  // A HEAD request would use up the ticket
  app.get(certificatesPdfPath, { exposeHeadRoute: false }, async (request: FastifyRequest, reply) => {
    const { ctx, query } = request;
    const { ticket } = query as { ticket?: unknown };
    const ids = certificateIds.safeParse(await redeemTicket(ctx, downloadTicket, String(ticket)));
    const rows = ids.success ? await findPrintableCertificates(ctx, ids.data.ids) : [];
    const [first] = rows;
    if (!first) throw notFoundError('This download has ended. Start it again.');
    const downloadName = rows.length === 1 ? first.number : 'certificates';
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${downloadName}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(
        app.printCertificates({
          papers: rows.map(toPrintedCertificate),
          publicUrl: ctx.config.publicUrl,
          ...(await readCertificateDesign(app, ctx)),
        }),
      );
  });
}

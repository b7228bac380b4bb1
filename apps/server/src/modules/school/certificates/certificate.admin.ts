import {
  certificateCorrection,
  certificateIds,
  certificateIssue,
  certificateQuery,
  certificateWithdrawal,
} from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { certificateExport } from './certificate.export.ts';
import { listCertificates, withdrawCertificate } from './certificate.service.ts';
import { correctCertificate, issueCertificates, prepareIssue } from './certificate-issue.service.ts';
import { drawCertificatePreview, issuePrintTicket } from './certificate-print.routes.ts';

const certificatesProcedure = makeProcedure(needs.certificates);

export const certificateAdminRouter = router({
  list: certificatesProcedure.input(certificateQuery).query(({ ctx, input }) => listCertificates(ctx, input)),

  /** A mutation, because many ids do not fit into an address. */
  candidates: certificatesProcedure
    .input(certificateIds)
    .mutation(({ ctx, input }) => prepareIssue(ctx, input.ids)),

  /** A mutation, because names must not be in addresses, which logs keep. */
  preview: certificatesProcedure
    .input(certificateIssue)
    .mutation(({ ctx, input }) => drawCertificatePreview(ctx.request.server, ctx, input)),

  issue: certificatesProcedure
    .input(certificateIssue)
    .mutation(({ ctx, input }) => issueCertificates(ctx, input)),

  correct: makeProcedure('owner')
    .input(certificateCorrection)
    .mutation(({ ctx, input }) => correctCertificate(ctx, input)),

  withdraw: makeProcedure('owner')
    .input(certificateWithdrawal)
    .mutation(({ ctx, input }) => withdrawCertificate(ctx, input)),

  exportTicket: exportTicket(certificateExport),

  pdfTicket: certificatesProcedure
    .input(certificateIds)
    .mutation(({ ctx, input }) => issuePrintTicket(ctx, input.ids)),
});

import {
  certificateCorrection,
  certificateIds,
  certificateIssue,
  certificateQuery,
  certificateWithdrawal,
} from '@institute/contract';
import { adminProcedure, confirmedOwnerProcedure, confirmedProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { certificateExport } from './certificate.export.ts';
import { listCertificates, withdrawCertificate } from './certificate.service.ts';
import { correctCertificate, issueCertificates } from './certificate-issue.service.ts';
import { drawPreview, printTicket } from './certificate-print.routes.ts';
import { listCandidates } from './graduate.service.ts';

export const certificateAdmin = router({
  list: adminProcedure.input(certificateQuery).query(({ ctx, input }) => listCertificates(ctx, input)),

  /** A mutation, because the ids do not fit into an address. */
  candidates: adminProcedure
    .input(certificateIds)
    .mutation(({ ctx, input }) => listCandidates(ctx, input.ids)),

  /** A mutation, because addresses hold no names. */
  preview: adminProcedure
    .input(certificateIssue)
    .mutation(({ ctx, input }) => drawPreview(ctx.request.server, ctx, input)),

  issue: confirmedProcedure
    .input(certificateIssue)
    .mutation(({ ctx, input }) => issueCertificates(ctx, input)),

  correct: confirmedOwnerProcedure
    .input(certificateCorrection)
    .mutation(({ ctx, input }) => correctCertificate(ctx, input)),

  withdraw: confirmedOwnerProcedure
    .input(certificateWithdrawal)
    .mutation(({ ctx, input }) => withdrawCertificate(ctx, input)),

  exportTicket: exportTicket(certificateExport),

  pdfTicket: adminProcedure.input(certificateIds).mutation(({ ctx, input }) => printTicket(ctx, input.ids)),
});

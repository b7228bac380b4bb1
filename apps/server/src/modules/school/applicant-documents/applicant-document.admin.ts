import {
  askAgainInput,
  deskPageInput,
  documentDecision,
  originalSeenInput,
  registrationAskParams,
} from '@institute/contract';
import { bodyBytes } from '@institute/contract/api.constants';
import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { pathId, reference } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { documentExport } from './document.export.ts';
import { decideDocument, recordOriginalSeen, undoDecision } from './document-decision.service.ts';
import { addDeskPage, countDocuments, readViewablePage, viewDocuments } from './document-desk.service.ts';
import { sendDocumentReminders, withdrawReminders } from './missing-documents.service.ts';

const documentsProcedure = makeProcedure(needs.documents);

export const applicantDocumentRouter = router({
  list: documentsProcedure.input(pathId).query(({ ctx, input: { id } }) => viewDocuments(ctx, id)),

  /** Of the rows of a list. */
  counts: documentsProcedure
    .input(z.object({ ids: z.array(reference).max(documentLimits.counted) }))
    .query(({ ctx, input: { ids } }) => countDocuments(ctx, ids)),

  /** In base64, so that a picture never has an address that a cache could keep. */
  page: documentsProcedure
    .input(z.object({ id: z.uuid() }))
    .query(({ ctx, input: { id } }) => readViewablePage(ctx, id)),

  decide: documentsProcedure.input(documentDecision).mutation(({ ctx, input }) => decideDocument(ctx, input)),

  undo: documentsProcedure
    .input(registrationAskParams.extend({ version: z.int().min(1) }))
    .mutation(({ ctx, input }) => undoDecision(ctx, input)),

  exportTicket: exportTicket(documentExport),

  addPage: documentsProcedure
    .meta({ bodyBytes: bodyBytes.file })
    .input(deskPageInput)
    .mutation(({ ctx, input }) => addDeskPage(ctx, input)),

  seen: documentsProcedure
    .input(originalSeenInput)
    .mutation(({ ctx, input }) => recordOriginalSeen(ctx, input)),

  askAgain: documentsProcedure
    .input(askAgainInput)
    .mutation(({ ctx, input: { ids } }) => sendDocumentReminders(ctx, ids)),

  undoAskAgain: documentsProcedure
    .input(z.object({ messages: z.array(reference).max(1000) }))
    .mutation(({ ctx, input: { messages } }) => withdrawReminders(ctx, messages)),
});

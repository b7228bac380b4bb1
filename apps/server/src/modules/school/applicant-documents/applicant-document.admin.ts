import { askedAgain, askedOf, deskPage, documentDecision, originalSeen } from '@institute/contract';
import { bodyBytes } from '@institute/contract/api.constants';
import { pathId, reference } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { documentExport } from './document.export.ts';
import { decideDocument, noteOriginal, undoDecision } from './document-decision.service.ts';
import { addDeskPage, countDocuments, viewDocuments, viewPage } from './document-desk.service.ts';
import { askAgain, withdrawReminders } from './missing-documents.service.ts';

const procedure = makeProcedure(needs.documents);
const LISTED_ROWS = 100;

export const documentAdmin = router({
  list: procedure.input(pathId).query(({ ctx, input: { id } }) => viewDocuments(ctx, id)),

  /** Of the rows of a list. */
  counts: procedure
    .input(z.object({ ids: z.array(reference).max(LISTED_ROWS) }))
    .query(({ ctx, input: { ids } }) => countDocuments(ctx, ids)),

  /** In base64, so that a picture never has an address that a cache could keep. */
  page: procedure.input(z.object({ id: z.uuid() })).query(({ ctx, input: { id } }) => viewPage(ctx, id)),

  decide: procedure.input(documentDecision).mutation(({ ctx, input }) => decideDocument(ctx, input)),

  undo: procedure
    .input(askedOf.extend({ version: z.int().min(1) }))
    .mutation(({ ctx, input }) => undoDecision(ctx, input)),

  exportTicket: exportTicket(documentExport),

  addPage: procedure
    .meta({ bodyBytes: bodyBytes.file })
    .input(deskPage)
    .mutation(({ ctx, input }) => addDeskPage(ctx, input)),

  seen: procedure.input(originalSeen).mutation(({ ctx, input }) => noteOriginal(ctx, input)),

  askAgain: procedure.input(askedAgain).mutation(({ ctx, input: { ids } }) => askAgain(ctx, ids)),

  undoAskAgain: procedure
    .input(z.object({ messages: z.array(reference).max(1000) }))
    .mutation(({ ctx, input: { messages } }) => withdrawReminders(ctx, messages)),
});

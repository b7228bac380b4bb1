import { importCommitInput, importItemsQuery } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import {
  commitImport,
  fetchPicturesAgain,
  listImports,
  readImportStatus,
  undoImport,
} from './import.service.ts';
import type { ImportTargets } from './import-file.service.ts';
import { listPlannedLines, planImport } from './import-plan.service.ts';

const importProcedure = makeProcedure(needs.imports);

export const makeImportRouter = (targets: ImportTargets) =>
  router({
    list: importProcedure.query(({ ctx }) => listImports(ctx)),
    plan: importProcedure.input(pathId).query(({ ctx, input }) => planImport(ctx, input.id)),
    items: importProcedure.input(importItemsQuery).query(({ ctx, input }) => listPlannedLines(ctx, input)),
    commit: importProcedure.input(importCommitInput).mutation(({ ctx, input }) => commitImport(ctx, input)),
    fetchAgain: importProcedure.input(pathId).mutation(({ ctx, input }) => fetchPicturesAgain(ctx, input.id)),
    status: importProcedure.input(pathId).query(({ ctx, input }) => readImportStatus(ctx, input.id)),
    undo: importProcedure.input(pathId).mutation(({ ctx, input }) => undoImport(ctx, targets, input.id)),
  });

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

const procedure = makeProcedure(needs.imports);

export const importAdmin = (targets: ImportTargets) =>
  router({
    list: procedure.query(({ ctx }) => listImports(ctx)),
    plan: procedure.input(pathId).query(({ ctx, input }) => planImport(ctx, input.id)),
    items: procedure.input(importItemsQuery).query(({ ctx, input }) => listPlannedLines(ctx, input)),
    commit: procedure.input(importCommitInput).mutation(({ ctx, input }) => commitImport(ctx, input)),
    fetchAgain: procedure.input(pathId).mutation(({ ctx, input }) => fetchPicturesAgain(ctx, input.id)),
    status: procedure.input(pathId).query(({ ctx, input }) => readImportStatus(ctx, input.id)),
    undo: procedure.input(pathId).mutation(({ ctx, input }) => undoImport(ctx, targets, input.id)),
  });

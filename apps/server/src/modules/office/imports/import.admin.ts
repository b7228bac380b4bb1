import { importCommit, importItemsQuery } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { commitImport, fetchPicturesAgain, importStatus, listImports, undoImport } from './import.service.ts';
import type { Targets } from './import-file.service.ts';
import { listPlanned, planImport } from './import-plan.service.ts';

const procedure = makeProcedure(needs.imports);

export const importAdmin = (targets: Targets) =>
  router({
    list: procedure.query(({ ctx }) => listImports(ctx)),
    plan: procedure.input(pathId).query(({ ctx, input }) => planImport(ctx, input.id)),
    items: procedure.input(importItemsQuery).query(({ ctx, input }) => listPlanned(ctx, input)),
    commit: procedure.input(importCommit).mutation(({ ctx, input }) => commitImport(ctx, input)),
    fetchAgain: procedure.input(pathId).mutation(({ ctx, input }) => fetchPicturesAgain(ctx, input.id)),
    status: procedure.input(pathId).query(({ ctx, input }) => importStatus(ctx, input.id)),
    undo: procedure.input(pathId).mutation(({ ctx, input }) => undoImport(ctx, targets, input.id)),
  });

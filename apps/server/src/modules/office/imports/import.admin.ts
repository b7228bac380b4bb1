import { pathId } from '@institute/contract/fields';
import * as z from 'zod';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import { commitImport, importStatus, listImports, planImport, undoImport } from './import.service.ts';
import type { Targets } from './import-file.service.ts';

const commitInput = pathId.extend({ hash: z.string().length(64) });

export const importAdmin = (targets: Targets) =>
  router({
    list: adminProcedure.query(({ ctx }) => listImports(ctx)),
    plan: adminProcedure.input(pathId).query(({ ctx, input }) => planImport(ctx, input.id)),
    commit: adminProcedure.input(commitInput).mutation(({ ctx, input }) => commitImport(ctx, input)),
    status: adminProcedure.input(pathId).query(({ ctx, input }) => importStatus(ctx, input.id)),
    undo: adminProcedure.input(pathId).mutation(({ ctx, input }) => undoImport(ctx, targets, input.id)),
  });

import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { procedureFor, router } from '../../../admin/trpc.ts';
import {
  commitImport,
  fetchPicturesAgain,
  importStatus,
  listImports,
  planImport,
  undoImport,
} from './import.service.ts';
import type { Targets } from './import-file.service.ts';

const procedure = procedureFor(needs.imports);
const commitInput = pathId.extend({ hash: z.string().length(64) });

export const importAdmin = (targets: Targets) =>
  router({
    list: procedure.query(({ ctx }) => listImports(ctx)),
    plan: procedure.input(pathId).query(({ ctx, input }) => planImport(ctx, input.id)),
    commit: procedure.input(commitInput).mutation(({ ctx, input }) => commitImport(ctx, input)),
    fetchAgain: procedure.input(pathId).mutation(({ ctx, input }) => fetchPicturesAgain(ctx, input.id)),
    status: procedure.input(pathId).query(({ ctx, input }) => importStatus(ctx, input.id)),
    undo: procedure.input(pathId).mutation(({ ctx, input }) => undoImport(ctx, targets, input.id)),
  });

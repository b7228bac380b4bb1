import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { openUploadStore } from './storage.service.ts';
import { removeUpload } from './upload.service.ts';
import { libraryQuery, listImages } from './upload-library.service.ts';
import { makeUploadTarget } from './upload-path.ts';

const uploadProcedure = makeProcedure(needs.files);

export const uploadRouter = router({
  target: uploadProcedure.query(({ ctx }) => makeUploadTarget(ctx.config)),

  list: uploadProcedure.input(libraryQuery).query(({ ctx, input }) => listImages(ctx, input)),

  remove: makeProcedure(needs.content)
    .input(pathId)
    .mutation(({ ctx, input }) => removeUpload({ ...ctx, store: openUploadStore(ctx.config) }, input.id)),
});

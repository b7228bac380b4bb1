import { listQuery } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import { openUploadStore } from './storage.service.ts';
import { removeUpload } from './upload.service.ts';
import { listImages } from './upload-library.service.ts';
import { uploadTarget } from './upload-path.ts';

export const uploadAdmin = router({
  target: adminProcedure.query(({ ctx }) => uploadTarget(ctx.config)),

  list: adminProcedure
    .input(listQuery([], ['unused', 'documents']))
    .query(({ ctx, input }) => listImages(ctx, input)),

  remove: adminProcedure
    .input(pathId)
    .mutation(({ ctx, input }) => removeUpload({ ...ctx, store: openUploadStore(ctx.config) }, input.id)),
});

import { listQuery, pathId } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { openPictureStore } from './picture-store.ts';
import { listPictures, removePicture } from './upload-library.service.ts';
import { uploadTarget } from './upload-target.ts';

export const uploadAdmin = router({
  target: adminProcedure.query(({ ctx }) => uploadTarget(ctx.config)),

  list: adminProcedure.input(listQuery([], ['unused'])).query(({ ctx, input }) => listPictures(ctx, input)),

  remove: adminProcedure
    .input(pathId)
    .mutation(({ ctx, input }) =>
      removePicture({ ...ctx, pictures: openPictureStore(ctx.config) }, input.id),
    ),
});

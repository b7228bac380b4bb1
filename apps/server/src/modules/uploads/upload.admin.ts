import { adminProcedure, router } from '../../admin/trpc.ts';
import { uploadTarget } from './upload-target.ts';

export const uploadAdmin = router({
  target: adminProcedure.query(({ ctx }) => uploadTarget(ctx.config)),
});

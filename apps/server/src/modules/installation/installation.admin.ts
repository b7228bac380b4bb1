import { ownerProcedure, router } from '../../admin/trpc.ts';
import { describeInstallation } from './installation.service.ts';

export const installationAdmin = router({
  get: ownerProcedure.query(({ ctx }) => describeInstallation(ctx)),
});

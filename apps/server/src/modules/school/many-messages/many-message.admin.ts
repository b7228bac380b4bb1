import { manyMessageInput, messagePlanInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import { planMessage, sendMessage, undoMessage } from './many-message.service.ts';

/** Its calls stand beside those of registrations. */
export const manyMessageAdmin = router({
  /** A mutation, because many people do not fit into an address. It changes nothing. */
  planMessage: adminProcedure.input(messagePlanInput).mutation(({ ctx, input }) => planMessage(ctx, input)),

  sendMessage: adminProcedure.input(manyMessageInput).mutation(({ ctx, input }) => sendMessage(ctx, input)),

  undoMessage: adminProcedure.input(pathId).mutation(({ ctx, input }) => undoMessage(ctx, input.id)),
});

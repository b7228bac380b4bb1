import { manyMessageInput, messagePlanInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { planMessage, sendMessage, undoMessage } from './many-message.service.ts';

/** The service checks for the right to messages or to fees, depending on what the message is about. */
const manyMessageProcedure = makeProcedure(needs.readRegistrations);

/** The admin router serves these calls together with those of registrations. */
export const manyMessageRouter = router({
  /** A mutation, because many people do not fit into an address. The call changes nothing. */
  planMessage: manyMessageProcedure
    .input(messagePlanInput)
    .mutation(({ ctx, input }) => planMessage(ctx, input)),

  sendMessage: manyMessageProcedure
    .input(manyMessageInput)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  undoMessage: manyMessageProcedure.input(pathId).mutation(({ ctx, input }) => undoMessage(ctx, input.id)),
});

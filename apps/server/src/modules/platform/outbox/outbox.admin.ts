import { messagesOutQuery } from '@institute/contract';
import { pathId, text } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import {
  countMessages,
  listMessagesAbout,
  listOutgoingMessages,
  retryMessage,
  retryMessages,
  sumSmsThisMonth,
} from './outbox-list.service.ts';

const procedure = makeProcedure(needs.messages);

export const messagesOutAdmin = router({
  counts: procedure.query(({ ctx }) => countMessages(ctx)),

  smsOfMonth: procedure.query(({ ctx }) => sumSmsThisMonth(ctx)),

  list: procedure.input(messagesOutQuery).query(({ ctx, input }) => listOutgoingMessages(ctx, input)),

  about: procedure
    .input(z.object({ reference: text(20) }))
    .query(({ ctx, input: { reference } }) => listMessagesAbout(ctx, reference)),

  sendAgain: procedure.input(pathId).mutation(({ ctx, input: { id } }) => retryMessage(ctx, id)),

  sendAllAgain: procedure.mutation(async ({ ctx }) => ({ count: await retryMessages(ctx, null) })),
});

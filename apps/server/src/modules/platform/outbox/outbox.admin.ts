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

const messagesOutProcedure = makeProcedure(needs.messages);

export const messagesOutRouter = router({
  counts: messagesOutProcedure.query(({ ctx }) => countMessages(ctx)),

  smsOfMonth: messagesOutProcedure.query(({ ctx }) => sumSmsThisMonth(ctx)),

  list: messagesOutProcedure
    .input(messagesOutQuery)
    .query(({ ctx, input }) => listOutgoingMessages(ctx, input)),

  about: messagesOutProcedure
    .input(z.object({ reference: text(20) }))
    .query(({ ctx, input: { reference } }) => listMessagesAbout(ctx, reference)),

  sendAgain: messagesOutProcedure.input(pathId).mutation(({ ctx, input: { id } }) => retryMessage(ctx, id)),

  sendAllAgain: messagesOutProcedure.mutation(async ({ ctx }) => ({ count: await retryMessages(ctx, null) })),
});

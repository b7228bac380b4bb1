import { messagesOutQuery } from '@institute/contract';
import { pathId, text } from '@institute/contract/fields';
import * as z from 'zod';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import {
  countMessages,
  listMessagesAbout,
  listMessagesOut,
  retryAllMessages,
  retryMessage,
  smsOfMonth,
} from './outbox-list.service.ts';

export const messagesOutAdmin = router({
  counts: adminProcedure.query(({ ctx }) => countMessages(ctx)),

  smsOfMonth: adminProcedure.query(({ ctx }) => smsOfMonth(ctx)),

  list: adminProcedure.input(messagesOutQuery).query(({ ctx, input }) => listMessagesOut(ctx, input)),

  about: adminProcedure
    .input(z.object({ reference: text(20) }))
    .query(({ ctx, input: { reference } }) => listMessagesAbout(ctx, reference)),

  sendAgain: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => retryMessage(ctx, id)),

  sendAllAgain: adminProcedure.mutation(async ({ ctx }) => ({ count: await retryAllMessages(ctx) })),
});

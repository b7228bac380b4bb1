import * as z from 'zod';
import { pageParameters } from '../lists.ts';
import { messageChannels, messageStates } from './outbox.constants.ts';

export const messagesOutQuery = z.object({
  ...pageParameters,
  channel: z.enum(messageChannels).optional(),
  state: z.enum(messageStates).optional(),
});
export type MessagesOutQuery = z.output<typeof messagesOutQuery>;

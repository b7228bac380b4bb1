import * as z from 'zod';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';

/** `reference` names the registration that the office wrote from. */
export const officeSmsMessage = declareMessageKind({
  kind: 'office-sms',
  to: 'applicants',
  limit: 'ours',
  written: ['text'],
  data: z.object({ text: z.string(), reference: z.string().optional() }),
  sample: { text: 'Please bring your certificates on Monday.' },
  sms: { words: ({ text }) => text },
});

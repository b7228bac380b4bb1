import * as z from 'zod';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';

/** `reference` is that of the registration from whose screen the office wrote. */
export const officeSmsMessage = declareMessageKind({
  kind: 'office-sms',
  to: 'applicants',
  limit: 'ours',
  written: ['text'],
  data: z.object({ text: z.string(), reference: z.string().optional() }),
  sample: { text: 'Please bring your certificates on Monday.' },
  sms: { words: ({ text }) => text },
});

import * as z from 'zod';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

export const smsAnswerMessage = declareMessageKind({
  kind: 'sms-answer',
  to: 'visitors',
  limit: 'ours',
  written: [],
  data: z.object({ text: z.string() }),
  sample: { text: 'Thank you. We read your message and answer you.' },
  sms: { words: ({ text }) => text, isAnswer: true },
});

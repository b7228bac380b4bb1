import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';

export type MessageBody = InputOf<'POST /contact'>['body'];

export const messageActions = (call: Call) => ({
  /** `key` stays the same for every try of one message, so that it is stored once. */
  message: (body: MessageBody, key: string) =>
    ok(call('POST /contact', { body, headers: { 'idempotency-key': key } })),
});

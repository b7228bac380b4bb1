import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';

type MessageCall = InputOf<'POST /contact'>;
export type MessageBody = MessageCall['body'];

export const messageActions = (call: Call) => ({
  message: (message: MessageCall) => ok(call('POST /contact', message)),
  formToken: () => ok(call('POST /contact/token', { body: {} })),
});

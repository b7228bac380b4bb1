import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';

export type RegistrationBody = InputOf<'POST /registrations'>['body'];

export const registrationActions = (call: Call) => ({
  /** `key` stays the same for every try of one registration, so that it is stored once. */
  registration: (body: RegistrationBody, key: string) =>
    ok(call('POST /registrations', { body, headers: { 'idempotency-key': key } })),
});

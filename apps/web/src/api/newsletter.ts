import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';

export const newsletterActions = (call: Call) => ({
  subscription: (email: string) => ok(call('POST /newsletter/subscribe', { body: { email } })),
});

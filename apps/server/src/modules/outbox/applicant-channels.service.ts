import type { MessageChannel } from '@institute/contract/messages-out.constants';
import type { SmsAudience } from '@institute/contract/site.constants';

export interface Reachable {
  email: string | null;
  /** In international form; null when the phone is no valid number. */
  number: string | null;
}

/** How an applicant is told of something. The limits of SMS apply when a message is sent. */
export function channelsOf({ email, number }: Reachable, smsTo: SmsAudience): MessageChannel[] {
  const hasSms = number !== null && (smsTo === 'always' || (smsTo === 'withoutEmail' && !email));
  return [...(email ? ['email' as const] : []), ...(hasSms ? ['sms' as const] : [])];
}

import type { Config } from '../../config.ts';
import type { EmailKind } from './email.entity.ts';

/**
 * Emails of all kinds to a mailbox within an hour. `RATE_LIMIT_FACTOR` multiplies it. Emails to a typed, unconfirmed
 * address use at most half of it, so that they cannot use it up.
 */
const PER_HOUR = { typed: 10, all: 20 } as const;

interface Rule {
  cap: keyof typeof PER_HOUR;
  beyond: 'drop' | 'wait';
}
const typed: Rule = { cap: 'typed', beyond: 'drop' };
const ours: Rule = { cap: 'all', beyond: 'wait' };

/** Null means no cap. */
const rules: Record<EmailKind, Rule | null> = {
  'registration-received': typed,
  'newsletter-confirmation': typed,
  'newsletter-welcome': typed,
  'registration-status': ours,
  'newsletter-issue': ours,
  'donation-receipt': ours,
  'donation-cancellation': ours,
  invitation: ours,
  // the request itself limits these; a delay would keep an owner out
  'password-reset': null,
  // a program may sign in often without a device cookie; nobody needs an email for each sign-in
  'new-device': typed,
  'new-owner': null,
  'two-step-off': null,
  // to the office
  'registration-for-office': null,
  'contact-message': null,
};

/** The cap of a kind, and the treatment of emails beyond it. */
export function capOf(
  kind: string,
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
): { perHour: number; beyond: Rule['beyond'] } | null {
  const rule = rules[kind as EmailKind] ?? null;
  if (!rule) return null;
  const perHour = Math.max(1, Math.round(PER_HOUR[rule.cap] * rateLimitFactor));
  return { perHour, beyond: rule.beyond };
}

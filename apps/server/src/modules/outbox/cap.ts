import type { Config } from '../../config.ts';
import type { EmailKind } from './outgoing-message.entity.ts';

/**
 * Hourly limits for one mailbox, multiplied by `RATE_LIMIT_FACTOR`. Safety emails are counted apart, so that
 * nobody can use up their limit.
 */
const caps = {
  /** To typed, unconfirmed addresses. Half of `ours`, so that these emails cannot use that limit up. */
  typed: { perHour: 10, among: 'others', beyond: 'drop' },
  ours: { perHour: 20, among: 'others', beyond: 'wait' },
  safety: { perHour: 20, among: 'safety', beyond: 'wait' },
} as const;

const capNames: Record<EmailKind, keyof typeof caps | null> = {
  'registration-received': 'typed',
  'newsletter-confirmation': 'typed',
  'newsletter-welcome': 'typed',
  'newsletter-leaving': 'typed',
  'registration-status': 'ours',
  'intake-soon': 'ours',
  'newsletter-issue': 'ours',
  'donation-receipt': 'ours',
  'donation-cancellation': 'ours',
  invitation: 'safety',
  'new-device': 'safety',
  'new-invitation': 'safety',
  // requests are limited already, and a delay would lock an owner out
  'password-reset': null,
  // rare, and a thief could first fill the mailbox with other warnings
  'new-owner': null,
  'two-step-off': null,
  'office-moved': null,
  // to the office
  'registration-for-office': null,
  'contact-message': null,
};

export interface Cap {
  perHour: number;
  kinds: EmailKind[];
  beyond: 'drop' | 'wait';
}

export function capOf(kind: string, { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>): Cap | null {
  const name = capNames[kind as EmailKind] ?? null;
  if (!name) return null;
  const { perHour, among, beyond } = caps[name];
  const kinds = (Object.keys(capNames) as EmailKind[]).filter((one) => {
    const other = capNames[one];
    return other !== null && caps[other].among === among;
  });
  return { perHour: Math.max(1, Math.round(perHour * rateLimitFactor)), kinds, beyond };
}

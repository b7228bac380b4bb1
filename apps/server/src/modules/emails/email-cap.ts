import type { Config } from '../../config.ts';
import type { EmailKind } from './email.entity.ts';

/**
 * Caps of the emails that a mailbox gets within an hour. `RATE_LIMIT_FACTOR` multiplies them. Warnings and invitations are
 * counted apart from all others, so that nobody can use up their room.
 */
const caps = {
  /** To a typed, unconfirmed address. Half of `ours`, so that they cannot use that up. */
  typed: { perHour: 10, among: 'others', beyond: 'drop' },
  ours: { perHour: 20, among: 'others', beyond: 'wait' },
  safety: { perHour: 20, among: 'safety', beyond: 'wait' },
} as const;

/** Null means no cap. */
const capNames: Record<EmailKind, keyof typeof caps | null> = {
  'registration-received': 'typed',
  'newsletter-confirmation': 'typed',
  'newsletter-welcome': 'typed',
  'registration-status': 'ours',
  'newsletter-issue': 'ours',
  'donation-receipt': 'ours',
  'donation-cancellation': 'ours',
  invitation: 'safety',
  'new-device': 'safety',
  'new-invitation': 'safety',
  // the request itself limits these; a delay would keep an owner out
  'password-reset': null,
  // rare, and a thief with a password could fill the mailbox with warnings before them
  'new-owner': null,
  'two-step-off': null,
  'office-moved': null,
  // to the office
  'registration-for-office': null,
  'contact-message': null,
};

export interface Cap {
  perHour: number;
  /** The kinds that count towards it. */
  kinds: EmailKind[];
  /** The treatment of emails beyond it. */
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

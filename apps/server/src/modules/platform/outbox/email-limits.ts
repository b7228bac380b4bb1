import type { MessageInfo } from '../../../context/message-info.ts';
import type { Ctx } from '../../../context.ts';

/**
 * Hourly limits for one mailbox, multiplied by `RATE_LIMIT_FACTOR`. Safety emails are counted separately, so that
 * nobody can use up their limit.
 */
const emailCaps = {
  /** Half of `ours`, so that emails which anybody can cause leave room for ours. */
  typed: { perHour: 10, among: 'others', beyond: 'drop' },
  ours: { perHour: 20, among: 'others', beyond: 'wait' },
  safety: { perHour: 20, among: 'safety', beyond: 'wait' },
  none: null,
} as const satisfies Record<MessageInfo['limit'], object | null>;

export function findEmailCap(kind: string, { config: { rateLimitFactor }, messageKinds }: CapCtx) {
  const emailCap = emailCaps[messageKinds.find((known) => known.kind === kind)?.limit ?? 'none'];
  if (!emailCap) return null;
  const { perHour, among, beyond } = emailCap;
  const cappedKinds = messageKinds
    .filter(({ limit }) => emailCaps[limit]?.among === among)
    .map((known) => known.kind);
  return { perHour: Math.max(1, Math.round(perHour * rateLimitFactor)), kinds: cappedKinds, beyond };
}

export type CapCtx = Pick<Ctx, 'messageKinds'> & { config: Pick<Ctx['config'], 'rateLimitFactor'> };

import { type Holder, maySee, type Need, type Right } from '@institute/contract/rights.constants';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { type AccountActor, isKey } from './actor.ts';

export const hasRight = ({ actor }: Pick<Ctx, 'actor'>, right: Right): boolean =>
  actor?.rights.includes(right) === true;

/** The one check of rights. Procedures, routes and exports declare what they need. */
export function refuseUnless({ actor }: { actor: Holder | null }, need: Need): void {
  if (actor && maySee(actor, need)) return;
  const message =
    need === 'owner'
      ? 'Only the owner of this site may do this'
      : `Your account has no right to ${[need].flat().join(' or ')}. Ask an owner`;
  throw new AppError('FORBIDDEN', message);
}

/** Refuses visitors, API keys and accounts that must first set up two-step sign-in. */
export function requireAccount({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (!actor || isKey(actor)) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (actor.owesSetUp) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
  return actor;
}

export const refuseUnlessOwner = (ctx: Pick<Ctx, 'actor'>): void => refuseUnless(ctx, 'owner');

export const maySeeAllContent = ({ actor }: Pick<Ctx, 'actor'>, need: Need): boolean =>
  actor !== null && maySee(actor, need);

const MINUTE_MS = 60 * 1000;

/** Minutes for which a typed password counts in its session. */
export const passwordCountsMinutes = 10;

/**
 * An open browser or a stolen bearer must not be enough for what matters most. Signing in counts as typing
 * the password. API keys have none. Services call it, so that it is asked at whichever door.
 */
export function refuseUnconfirmed({ actor, now }: Pick<Ctx, 'actor' | 'now'>): void {
  const confirmedAt = isKey(actor) ? null : requireAccount({ actor }).confirmedAt;
  const typedMs = confirmedAt ? now().getTime() - confirmedAt.getTime() : Number.POSITIVE_INFINITY;
  if (typedMs < passwordCountsMinutes * MINUTE_MS) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

/** People that one answer lists without the password. The longest page that the office offers has 100 rows. */
const peopleListed = { rest: 50, office: 100 };

/** A longer list is an export. An API key needs no password for it, because an owner made it for that. */
export function refuseLongList(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  people: number,
  door: keyof typeof peopleListed,
): void {
  if (people > peopleListed[door] && !isKey(ctx.actor)) refuseUnconfirmed(ctx);
}

import { maySee, type Need, type Right, type RightsHolder } from '@institute/contract/rights.constants';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { type AccountActor, isKeyActor } from './actor.ts';

export const hasRight = ({ actor }: Pick<Ctx, 'actor'>, right: Right): boolean =>
  actor?.rights.includes(right) === true;

/** The only check of rights. Procedures, routes and exports declare what they need. */
export function refuseWithoutRight({ actor }: { actor: RightsHolder | null }, need: Need): void {
  if (actor && maySee(actor, need)) return;
  const refusalMessage =
    need === 'owner'
      ? 'Only the owner of this site may do this'
      : `Your account has no right to ${[need].flat().join(' or ')}. Ask an owner`;
  throw new AppError('FORBIDDEN', refusalMessage);
}

/** Refuses visitors, API keys, and accounts that must first set up two-step sign-in. */
export function requireAccount({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (!actor || isKeyActor(actor)) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (actor.owesSetUp) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
  return actor;
}

export const refuseUnlessOwner = (ctx: Pick<Ctx, 'actor'>): void => refuseWithoutRight(ctx, 'owner');

export const maySeeAllContent = ({ actor }: Pick<Ctx, 'actor'>, need: Need): boolean =>
  actor !== null && maySee(actor, need);

const MINUTE_MS = 60 * 1000;

/** For so many minutes a typed password counts in its session. */
export const passwordValidMinutes = 10;

/**
 * Refuses a session whose password was not typed in the last minutes, so that an open browser or a stolen bearer is
 * not enough for the most important actions. Signing in counts as typing the password. API keys are refused, because
 * they have no password. Services call this check, so that it covers every way to them.
 */
export function refuseUnconfirmedPassword({ actor, now }: Pick<Ctx, 'actor' | 'now'>): void {
  const confirmedAt = isKeyActor(actor) ? null : requireAccount({ actor }).confirmedAt;
  const msSinceConfirmation = confirmedAt
    ? now().getTime() - confirmedAt.getTime()
    : Number.POSITIVE_INFINITY;
  if (msSinceConfirmation < passwordValidMinutes * MINUTE_MS) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

/**
 * Number of people that one answer may list before the password is needed. The longest page that the office offers
 * has 100 rows.
 */
const peopleListLimits = { rest: 50, office: 100 };

/**
 * Refuses a longer list of people, because that is an export. An API key needs no password for it, because an owner
 * made the key for that purpose.
 */
export function refuseLongPeopleList(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  people: number,
  door: keyof typeof peopleListLimits,
): void {
  if (people > peopleListLimits[door] && !isKeyActor(ctx.actor)) refuseUnconfirmedPassword(ctx);
}

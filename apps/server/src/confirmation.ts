import { type Ctx, signedIn } from './context.ts';
import { AppError } from './errors.ts';

const MINUTE_MS = 60 * 1000;

/** How long a typed password counts, in the session where it was typed: in minutes. */
export const passwordCounts = { ordinary: 10, longList: 30 } as const;

type Caller = Pick<Ctx, 'actor' | 'now'>;

/** True when the caller has typed the password in the last minutes. Signing in counts as typing it. */
export function hasTypedPassword(ctx: Caller, minutes: number): boolean {
  const { confirmedAt } = signedIn(ctx);
  return confirmedAt !== null && ctx.now().getTime() - confirmedAt.getTime() < minutes * MINUTE_MS;
}

/**
 * Refuses a caller who has not typed the password in the last minutes. Somebody who finds an open browser or steals a
 * bearer then cannot do what matters most.
 */
export function refuseUnconfirmed(ctx: Caller): void {
  if (hasTypedPassword(ctx, passwordCounts.ordinary)) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

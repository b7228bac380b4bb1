import { type Ctx, signedIn } from './context.ts';
import { AppError } from './errors.ts';

/** A typed password counts for so long, in the session where it was typed. */
const COUNTS_MS = 10 * 60 * 1000;

/**
 * Refuses a caller who has not typed the password of late: whoever finds an open browser or steals a bearer must not get
 * far. The sign-in counts.
 */
export function refuseUnconfirmed(ctx: Pick<Ctx, 'actor' | 'now'>): void {
  const { confirmedAt } = signedIn(ctx);
  if (confirmedAt && ctx.now().getTime() - confirmedAt.getTime() < COUNTS_MS) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

import { type Ctx, signedIn } from './context.ts';
import { AppError } from './errors.ts';

/** How long a typed password counts, in the session where it was typed. */
export const passwordCountsMs: number = 10 * 60 * 1000;

/**
 * Refuses a caller who has not typed the password in the last minutes. Somebody who finds an open browser or steals a
 * bearer then cannot do what matters most. Signing in counts as typing the password.
 */
export function refuseUnconfirmed(ctx: Pick<Ctx, 'actor' | 'now'>): void {
  const { confirmedAt } = signedIn(ctx);
  if (confirmedAt && ctx.now().getTime() - confirmedAt.getTime() < passwordCountsMs) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

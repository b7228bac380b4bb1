import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Config } from '../../../config/config.ts';
import type { Ctx } from '../../../context.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { AccountEntity } from './account.entity.ts';

const PERIOD_S = 30;
/** Accepts codes of one step before and after, because clocks differ. */
const WINDOW_STEPS = 1;
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Every authenticator app supports these values. */
const makeTotp = (secret: Secret, issuer: string, label: string) =>
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const setUpUri = (secret: string, { issuer, email }: { issuer: string; email: string }): string =>
  makeTotp(Secret.fromBase32(secret), issuer, email).toString();

/** Returns the time step of a right code, null for a wrong one. */
export function findMatchingStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = makeTotp(Secret.fromBase32(secret), '', '').validate({
    token: code,
    timestamp,
    window: WINDOW_STEPS,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Ten minutes. A clock that nobody sets is seldom further off. */
const CLOCK_WINDOW = 20;

/** Minutes by which the clock that made a refused code is slow (below 0) or fast. Null for any other code. */
export function findClockOffset(secret: string, code: string, now: Date): number | null {
  const steps = makeTotp(Secret.fromBase32(secret), '', '').validate({
    token: code,
    timestamp: now.getTime(),
    window: CLOCK_WINDOW,
  });
  return steps === null || Math.abs(steps) <= WINDOW_STEPS
    ? null
    : Math.round((steps * PERIOD_S) / 60) || null;
}

/** No letters and digits that look alike. */
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE_GROUPS = 7;
const GROUP_LENGTH = 4;
const CODE_COUNT = 10;

/** 28 letters are 137 bits, so a fast hash is enough. */
const makeRecoveryCode = () =>
  Array.from({ length: CODE_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join(''),
  ).join('-');

export const makeRecoveryCodes = (): string[] => Array.from({ length: CODE_COUNT }, makeRecoveryCode);

export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const hashRecoveryCode = (code: string) =>
  createHash('sha256').update(normalizeCode(code)).digest('hex');

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

type SetUpCtx = Pick<Ctx, 'em'> & { config: Pick<Config, 'adminSignup' | 'authSecret'> };

/**
 * Null once there is an account. The code is derived from `AUTH_SECRET`: every process has the same one and
 * none stores it.
 */
export async function readFirstAccount({
  config,
  em,
}: SetUpCtx): Promise<{ signup: Config['adminSignup']; code: string | null } | null> {
  if ((await em.count(AccountEntity)) > 0) return null;
  const signup = config.adminSignup;
  if (signup !== 'invite') return { signup, code: null };
  const bytes = Buffer.from(deriveSecret(config, 'set-up code'), 'base64url').subarray(0, CODE_LENGTH);
  return { signup, code: Array.from(bytes, (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('') };
}

export const setUpCode = async (ctx: SetUpCtx): Promise<string | null> =>
  ctx.config.adminSignup === 'invite' ? ((await readFirstAccount(ctx))?.code ?? null) : null;

/** Ignores case, blanks and hyphens. */
export const isSetUpCode = (typed: string, code: string): boolean => isSameSecret(normalizeCode(typed), code);

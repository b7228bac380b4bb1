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

export const makeSetUpUri = (secret: string, { issuer, email }: { issuer: string; email: string }): string =>
  makeTotp(Secret.fromBase32(secret), issuer, email).toString();

/** Returns the time step of a right code, null for a wrong one. */
export function findMatchingStep(secret: string, code: string, now: Date): number | null {
  const nowMs = now.getTime();
  const stepDelta = makeTotp(Secret.fromBase32(secret), '', '').validate({
    token: code,
    timestamp: nowMs,
    window: WINDOW_STEPS,
  });
  return stepDelta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + stepDelta;
}

/** 20 steps of 30 s are ten minutes. A clock that nobody sets is seldom further off. */
const CLOCK_WINDOW_STEPS = 20;

/** Minutes by which the clock that made a refused code is slow (below 0) or fast. Null for any other code. */
export function findClockOffset(secret: string, code: string, now: Date): number | null {
  const stepOffset = makeTotp(Secret.fromBase32(secret), '', '').validate({
    token: code,
    timestamp: now.getTime(),
    window: CLOCK_WINDOW_STEPS,
  });
  return stepOffset === null || Math.abs(stepOffset) <= WINDOW_STEPS
    ? null
    : Math.round((stepOffset * PERIOD_S) / 60) || null;
}

/** Letters and digits that look alike are missing. */
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE_GROUPS = 7;
const CODE_GROUP_LENGTH = 4;
const RECOVERY_CODE_COUNT = 10;

/** 28 letters are 137 bits, so a fast hash is enough. */
const makeRecoveryCode = () =>
  Array.from({ length: CODE_GROUPS }, () =>
    Array.from(
      { length: CODE_GROUP_LENGTH },
      () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
    ).join(''),
  ).join('-');

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, makeRecoveryCode);

export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const hashRecoveryCode = (code: string) =>
  createHash('sha256').update(normalizeCode(code)).digest('hex');

const SET_UP_CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SET_UP_CODE_LENGTH = 12;

type SetUpCtx = Pick<Ctx, 'em'> & { config: Pick<Config, 'adminSignup' | 'authSecret'> };

/**
 * Returns null once there is an account. The set-up code is derived from `AUTH_SECRET`, so that every process has the
 * same code and none has to store it.
 */
export async function readFirstAccount({
  config,
  em,
}: SetUpCtx): Promise<{ signup: Config['adminSignup']; code: string | null } | null> {
  if ((await em.count(AccountEntity)) > 0) return null;
  const signupMode = config.adminSignup;
  if (signupMode !== 'invite') return { signup: signupMode, code: null };
  const secretBytes = Buffer.from(deriveSecret(config, 'set-up code'), 'base64url').subarray(
    0,
    SET_UP_CODE_LENGTH,
  );
  return {
    signup: signupMode,
    code: Array.from(secretBytes, (byte) => SET_UP_CODE_LETTERS[byte % SET_UP_CODE_LETTERS.length]).join(''),
  };
}

export const readSetUpCode = async (ctx: SetUpCtx): Promise<string | null> =>
  ctx.config.adminSignup === 'invite' ? ((await readFirstAccount(ctx))?.code ?? null) : null;

/** Compares without regard to case, blanks and hyphens. */
export const isSetUpCode = (typed: string, code: string): boolean => isSameSecret(normalizeCode(typed), code);

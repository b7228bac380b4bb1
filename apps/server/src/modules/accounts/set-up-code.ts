import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { AccountEntity } from './account.entity.ts';

/** 32 signs that nobody mistakes for another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

type SetUpCtx = Pick<Ctx, 'em'> & { config: Pick<Config, 'adminSignup' | 'authSecret'> };

/**
 * The code that makes the first account where sign-up is by invitation; null once there is an account. It is derived from
 * `AUTH_SECRET`, so all processes and starts have the same one, and none of them stores it.
 */
export async function setUpCode({ config, em }: SetUpCtx): Promise<string | null> {
  if (config.adminSignup !== 'invite' || (await em.count(AccountEntity)) > 0) return null;
  const bytes = Buffer.from(derivedSecret(config, 'set-up code'), 'base64url').subarray(0, LENGTH);
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
}

/** Compares a typed code in constant time. Case, blanks and hyphens do not matter. */
export function isSetUpCode(typed: string, code: string): boolean {
  const given = Buffer.from(typed.replace(/[\s-]/g, '').toUpperCase());
  return given.length === LENGTH && timingSafeEqual(given, Buffer.from(code));
}

import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { AccountEntity } from './account.entity.ts';

const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

type SetUpCtx = Pick<Ctx, 'em'> & { config: Pick<Config, 'adminSignup' | 'authSecret'> };

/**
 * Null once there is an account. The code is derived from `AUTH_SECRET`: every process has the same one and
 * none stores it.
 */
export async function setUpCode({ config, em }: SetUpCtx): Promise<string | null> {
  if (config.adminSignup !== 'invite' || (await em.count(AccountEntity)) > 0) return null;
  const bytes = Buffer.from(derivedSecret(config, 'set-up code'), 'base64url').subarray(0, LENGTH);
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
}

/** Compares in constant time. Ignores case, blanks and hyphens. */
export function isSetUpCode(typed: string, code: string): boolean {
  const given = Buffer.from(typed.replace(/[\s-]/g, '').toUpperCase());
  return given.length === LENGTH && timingSafeEqual(given, Buffer.from(code));
}

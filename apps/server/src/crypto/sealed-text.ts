import type * as z from 'zod';
import { decrypt, encrypt } from './data-keys.ts';
import { deriveSecret } from './signed-token.ts';

interface Keys {
  config: Parameters<typeof deriveSecret>[0];
  now(): Date;
}

/**
 * Encrypts what the visitor's browser carries for us: others may see a cookie or an address. It opens only
 * with the same `boundTo`, for `lifetimeS` seconds.
 */
export function sealText(
  { config, now }: Keys,
  value: object,
  { boundTo, lifetimeS }: { boundTo: string; lifetimeS: number },
): string {
  const text = JSON.stringify({ value, endsAt: now().getTime() + lifetimeS * 1000 });
  return encrypt(sealKey(config), text, boundTo).toString('base64url');
}

/** Undefined for a text that has ended, or that is not ours. */
export function unsealText<T>(
  { config, now }: Keys,
  sealed: string | undefined,
  { boundTo, schema }: { boundTo: string; schema: z.ZodType<T> },
): T | undefined {
  const text = sealed ? decrypt(sealKey(config), Buffer.from(sealed, 'base64url'), boundTo) : null;
  if (text === null) return undefined;
  const { value, endsAt } = JSON.parse(text);
  return endsAt > now().getTime() ? schema.parse(value) : undefined;
}

const sealKey = (config: Keys['config']) => Buffer.from(deriveSecret(config, 'sealed text'), 'base64url');

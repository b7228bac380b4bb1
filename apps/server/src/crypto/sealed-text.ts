import type * as z from 'zod';
import { decrypt, encrypt } from './data-keys.ts';
import { deriveSecret } from './signed-token.ts';

interface SealingContext {
  config: Parameters<typeof deriveSecret>[0];
  now(): Date;
}

/**
 * Encrypts a text that the visitor's browser stores for us, because others may see a cookie or an address. The text
 * opens only with the same `boundTo`, for `lifetimeS` seconds.
 */
export function sealText(
  { config, now }: SealingContext,
  value: object,
  { boundTo, lifetimeS }: { boundTo: string; lifetimeS: number },
): string {
  const sealedJson = JSON.stringify({ value, endsAt: now().getTime() + lifetimeS * 1000 });
  return encrypt(deriveSealKey(config), sealedJson, boundTo).toString('base64url');
}

/** Returns undefined for a text that has expired, or that we did not make. */
export function unsealText<T>(
  { config, now }: SealingContext,
  sealed: string | undefined,
  { boundTo, schema }: { boundTo: string; schema: z.ZodType<T> },
): T | undefined {
  const unsealedJson = sealed
    ? decrypt(deriveSealKey(config), Buffer.from(sealed, 'base64url'), boundTo)
    : null;
  if (unsealedJson === null) return undefined;
  const { value, endsAt } = JSON.parse(unsealedJson);
  return endsAt > now().getTime() ? schema.parse(value) : undefined;
}

const deriveSealKey = (config: SealingContext['config']) =>
  Buffer.from(deriveSecret(config, 'sealed text'), 'base64url');

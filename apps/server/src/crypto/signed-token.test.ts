import { expect, test } from 'vitest';
import * as z from 'zod';
import { deriveSecret, signToken, TokenError, type TokenPurpose, verifyToken } from './signed-token.ts';

const config = { authSecret: 's'.repeat(64) };
const ctx = { config, now: () => new Date('2027-01-01T00:00:00Z') };
const claims = z.object({ id: z.int() });
const purposes: TokenPurpose[] = ['admin', 'preview', 'export:registrations', 'export:donations'];
const sign = (purpose: TokenPurpose) => signToken(ctx, { purpose, claims: { id: 7 }, lifetimeS: 60 });
const after = (seconds: number) => ({ config, now: () => new Date(ctx.now().getTime() + seconds * 1000) });

test.each(purposes)('a token for %s is accepted for that purpose only', async (purpose) => {
  const token = await sign(purpose);
  for (const other of purposes) {
    const verified = verifyToken(ctx, other, { token, claims });
    if (other === purpose) await expect(verified).resolves.toEqual({ id: 7 });
    else await expect(verified).rejects.toThrow(TokenError);
  }
});

test('an expired token is reported as expired', async () => {
  const token = await sign('preview');
  await expect(verifyToken(after(59), 'preview', { token, claims })).resolves.toEqual({ id: 7 });
  await expect(verifyToken(after(61), 'preview', { token, claims })).rejects.toMatchObject({
    isExpired: true,
  });
});

test('refuses a token of another key and claims of another shape', async () => {
  const token = await sign('preview');
  const stranger = { ...ctx, config: { authSecret: 'x'.repeat(64) } };
  await expect(verifyToken(stranger, 'preview', { token, claims })).rejects.toMatchObject({
    isExpired: false,
  });
  const named = z.object({ name: z.string() });
  await expect(verifyToken(ctx, 'preview', { token, claims: named })).rejects.toThrow(TokenError);
});

test('derives the same secret each time, and a different one for each purpose, text and key', () => {
  const secrets = [
    deriveSecret(config, 'access link', 'a'),
    deriveSecret(config, 'access link', 'b'),
    deriveSecret(config, 'refresh token after', 'a'),
    deriveSecret(config, 'sandbox key'),
    deriveSecret({ authSecret: 'x'.repeat(64) }, 'access link', 'a'),
  ];
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(deriveSecret(config, 'access link', 'a')).toBe(secrets[0]);
});

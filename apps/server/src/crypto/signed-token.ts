import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';

export type TokenPurpose =
  | 'admin'
  | 'device'
  | 'form'
  | 'newsletter confirmation'
  | 'preview'
  | `export:${string}`;

interface TokenToSign {
  purpose: TokenPurpose;
  subject?: string;
  claims: Record<string, unknown>;
  lifetimeS: number;
}

export class TokenError extends Error {
  override name = 'TokenError';
  readonly isExpired: boolean;

  constructor(cause: unknown) {
    super('This token is not accepted', { cause });
    this.isExpired = cause instanceof errors.JWTExpired;
  }
}

const tokenIssuer = 'institute';
const tokenAlgorithm = 'HS256';

type SecretConfig = { authSecret: string };
interface SigningCtx {
  config: SecretConfig;
  now(): Date;
}

export const accountSubject = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);

export async function signToken(
  { config, now }: SigningCtx,
  { purpose, subject, claims, lifetimeS }: TokenToSign,
): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  const unsignedToken = new SignJWT(claims)
    .setProtectedHeader({ alg: tokenAlgorithm, typ: 'JWT' })
    .setIssuer(tokenIssuer)
    .setAudience(makeAudience(purpose))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeS);
  if (subject !== undefined) unsignedToken.setSubject(subject);
  return unsignedToken.sign(await loadSigningKey(config));
}

/** Throws a `TokenError` for a wrong or expired token. */
export async function verifyToken<Claims>(
  { config, now }: SigningCtx,
  purpose: TokenPurpose,
  { token, claims }: { token: string; claims: z.ZodType<Claims> },
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, await loadSigningKey(config), {
      algorithms: [tokenAlgorithm],
      issuer: tokenIssuer,
      audience: makeAudience(purpose),
      currentDate: now(),
      requiredClaims: ['iat', 'exp'],
    });
    return claims.parse(payload);
  } catch (error) {
    throw new TokenError(error);
  }
}

/**
 * Derives a secret from the key of this installation, so that no table has to store it. The same purpose and text
 * give the same secret.
 */
export const deriveSecret = (
  { authSecret }: SecretConfig,
  purpose:
    | 'access link'
    | 'applicant device'
    | 'cursor'
    | 'form content'
    | 'form key'
    | 'newsletter address'
    | 'set-up code'
    | 'sms address'
    | 'sms number'
    | 'refresh token after'
    | 'sealed text'
    | 'wrong try'
    | 'sandbox key'
    | 'sandbox hash'
    | 'second factor'
    | 'limit',
  text?: string,
): string =>
  createHmac('sha256', authSecret)
    .update(text === undefined ? purpose : `${purpose} ${text}`)
    .digest('base64url');

const makeAudience = (purpose: TokenPurpose) => `institute-${purpose}`;

/** Keys of each configuration, imported once, because an import takes longer than a signature. */
const signingKeys = new WeakMap<SecretConfig, Promise<CryptoKey>>();
function loadSigningKey(config: SecretConfig): Promise<CryptoKey> {
  const knownKey = signingKeys.get(config);
  if (knownKey) return knownKey;
  const authSecretBytes = new TextEncoder().encode(config.authSecret);
  const signingKey = crypto.subtle.importKey(
    'raw',
    authSecretBytes,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  signingKeys.set(config, signingKey);
  return signingKey;
}

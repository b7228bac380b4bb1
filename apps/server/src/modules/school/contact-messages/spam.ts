import { createHash, randomUUID } from 'node:crypto';
import type { ContactInput } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { toAddressKey } from '../../../http/request-context.ts';

/** Shorter texts are not compared, because several visitors may ask the same short question. */
const MIN_COMPARED_LENGTH = 40;

interface MessageKeys {
  token: string | undefined;
  /** Messages with the same idempotency key are stored once. */
  key: string | undefined;
}

/**
 * True when one network sent a long text too often, or all networks together sent a link too often. Messages
 * without a token are spam too while their network sends too many of them. The forms of the site get tokens, so a
 * whole school behind one address can write.
 */
export async function isLikelySpam(request: FastifyRequest, { message }: ContactInput, sent: MessageKeys) {
  const { rateLimits } = request.server;
  const networkKey = toAddressKey(request.ip);
  // A message that is sent again after a failure counts once
  const isSentAgain = sent.key !== undefined && (await rateLimits.isOver('message', sent.key));
  const isRateOverLimit = isSentAgain ? rateLimits.isReached : rateLimits.isOver;
  // Removes numbers and spaces, which spam programs vary
  const comparedText = message.toLowerCase().replaceAll(/[^\p{L}]+/gu, ' ');
  const textDigest = createHash('sha256').update(comparedText).digest('base64url');
  const isRepeatedTooOften =
    (comparedText.length >= MIN_COMPARED_LENGTH &&
      (await isRateOverLimit('same text', `${textDigest} ${networkKey}`))) ||
    (await isAnyHostOverLimit(listLinkedHosts(request, message), (host) =>
      isRateOverLimit('same text', `link ${host}`),
    ));
  if (await redeemFormToken(request, sent)) return isRepeatedTooOften;
  return isRepeatedTooOften || isRateOverLimit('no token', networkKey);
}

const linkedHostPattern = /(?:https?:\/\/|www\.)[^\s/?#]+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=\/)/giu;

/** Lists the other sites to which a message links. */
function listLinkedHosts({ ctx }: FastifyRequest, message: string): string[] {
  const ownHost = new URL(ctx.config.publicUrl).host;
  const linkedHosts = (message.match(linkedHostPattern) ?? []).map((found) =>
    found
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, ''),
  );
  return [...new Set(linkedHosts)].filter((host) => host !== ownHost);
}

async function isAnyHostOverLimit(
  hosts: string[],
  isAbove: (host: string) => Promise<boolean>,
): Promise<boolean> {
  const hostLimitResults = [];
  for (const linkedHost of hosts) hostLimitResults.push(await isAbove(linkedHost));
  return hostLimitResults.includes(true);
}

/**
 * Makes a token for pages without scripts, whose first message has none. While a network sends too many of these,
 * the token becomes valid later and the visitor sends the form again.
 */
export async function makeRetryToken(request: FastifyRequest, { token, key }: MessageKeys) {
  const { server, ctx } = request;
  const formToken = await readFormToken(ctx, token);
  if (token && formToken) {
    if (formToken.isEarly) return { token, isReady: false };
    const isTokenUnused = !(await server.rateLimits.isReached('token', formToken.id));
    if (isTokenUnused || (await isTokenUsedByKey(request, formToken.id, key)))
      return { token, isReady: true };
  }
  const isNewTokenReady = !(await server.rateLimits.isOver('no token', toAddressKey(request.ip)));
  const newToken = await makeFormToken(ctx, isNewTokenReady ? 0 : undefined);
  return { token: newToken.token, isReady: isNewTokenReady };
}

/** Marks the token as used. True when it is old enough and no other message has used it. */
async function redeemFormToken(request: FastifyRequest, { token, key }: MessageKeys): Promise<boolean> {
  const { server, ctx } = request;
  const verifiedToken = await readFormToken(ctx, token);
  if (!verifiedToken || verifiedToken.isEarly) return false;
  if (await server.rateLimits.isOver('token', verifiedToken.id))
    return isTokenUsedByKey(request, verifiedToken.id, key);
  if (key) await server.rateLimits.isOver('token', makeTokenUseKey(verifiedToken.id, key));
  return true;
}

const makeTokenUseKey = (id: string, key: string) => `${id} ${key}`;

const isTokenUsedByKey = async (
  { server }: FastifyRequest,
  id: string,
  key: string | undefined,
): Promise<boolean> => key !== undefined && server.rateLimits.isReached('token', makeTokenUseKey(id, key));

type TokenCtx = Pick<Ctx, 'config' | 'now'>;

/** In seconds. Nobody writes a message in less time. */
const TOKEN_USABLE_AFTER_S = 2;
/** In seconds. A page may stay open for a day before the form is sent. */
const TOKEN_LIFETIME_S = 24 * 60 * 60;

/** Makes a token for one message. The token is signed, so no table stores it. */
export async function makeFormToken(ctx: TokenCtx, usableAfter = TOKEN_USABLE_AFTER_S) {
  const usableAt = ctx.now().getTime() + usableAfter * 1000;
  const formTokenClaims = { id: randomUUID(), usableAt };
  const signedToken = await signToken(ctx, {
    purpose: 'form',
    claims: formTokenClaims,
    lifetimeS: TOKEN_LIFETIME_S,
  });
  return { token: signedToken, usableAfter, expiresAfter: TOKEN_LIFETIME_S };
}

const claims = z.object({ id: z.uuid(), usableAt: z.number() });

async function readFormToken(ctx: TokenCtx, token: string | undefined) {
  if (!token) return null;
  try {
    const { id, usableAt } = await verifyToken(ctx, 'form', { token, claims });
    return { id, isEarly: ctx.now().getTime() < usableAt };
  } catch {
    return null;
  }
}

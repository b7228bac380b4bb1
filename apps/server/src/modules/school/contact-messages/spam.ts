import { createHash, randomUUID } from 'node:crypto';
import type { ContactInput } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { toAddressKey } from '../../../http/request-context.ts';

/** Shorter texts are not compared, because several visitors may ask the same short question. */
const LONG_TEXT = 40;

interface SentMessage {
  token: string | undefined;
  /** Messages with the same idempotency key are stored once. */
  key: string | undefined;
}

/**
 * True when one network sent a long text too often, or a link came too often from anywhere. Also for messages
 * without a token while their network sends too many. Visitors' pages get tokens, so a whole school behind
 * one address may write.
 */
export async function isLikelySpam(request: FastifyRequest, { message }: ContactInput, sent: SentMessage) {
  const { rateLimits } = request.server;
  const network = toAddressKey(request.ip);
  // A message sent again after a failure counts once
  const isAgain = sent.key !== undefined && (await rateLimits.isOver('message', sent.key));
  const isAbove = isAgain ? rateLimits.isReached : rateLimits.isOver;
  // Programs vary numbers and spaces
  const text = message.toLowerCase().replaceAll(/[^\p{L}]+/gu, ' ');
  const digest = createHash('sha256').update(text).digest('base64url');
  const isRepeated =
    (text.length >= LONG_TEXT && (await isAbove('same text', `${digest} ${network}`))) ||
    (await isAnyAbove(listLinkedHosts(request, message), (host) => isAbove('same text', `link ${host}`)));
  if (await useToken(request, sent)) return isRepeated;
  return isRepeated || isAbove('no token', network);
}

const linkPattern = /(?:https?:\/\/|www\.)[^\s/?#]+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=\/)/giu;

/** Other sites that a message names. */
function listLinkedHosts({ ctx }: FastifyRequest, message: string): string[] {
  const ownHost = new URL(ctx.config.publicUrl).host;
  const hosts = (message.match(linkPattern) ?? []).map((found) =>
    found
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, ''),
  );
  return [...new Set(hosts)].filter((host) => host !== ownHost);
}

async function isAnyAbove(hosts: string[], isAbove: (host: string) => Promise<boolean>): Promise<boolean> {
  const above = [];
  for (const host of hosts) above.push(await isAbove(host));
  return above.includes(true);
}

/**
 * For pages without scripts. A message without a token gets one. While there are too many, that token becomes
 * ready later, and the visitor sends the form again.
 */
export async function makeRetryToken(request: FastifyRequest, { token, key }: SentMessage) {
  const { server, ctx } = request;
  const known = await readFormToken(ctx, token);
  if (token && known) {
    if (known.isEarly) return { token, isReady: false };
    const isFree = !(await server.rateLimits.isReached('token', known.id));
    if (isFree || (await isUsedBy(request, known.id, key))) return { token, isReady: true };
  }
  const isReady = !(await server.rateLimits.isOver('no token', toAddressKey(request.ip)));
  const newToken = await makeFormToken(ctx, isReady ? 0 : undefined);
  return { token: newToken.token, isReady };
}

/** True when the token is old enough and no other message used it. */
async function useToken(request: FastifyRequest, { token, key }: SentMessage): Promise<boolean> {
  const { server, ctx } = request;
  const known = await readFormToken(ctx, token);
  if (!known || known.isEarly) return false;
  if (await server.rateLimits.isOver('token', known.id)) return isUsedBy(request, known.id, key);
  if (key) await server.rateLimits.isOver('token', useKey(known.id, key));
  return true;
}

const useKey = (id: string, key: string) => `${id} ${key}`;

const isUsedBy = async ({ server }: FastifyRequest, id: string, key: string | undefined): Promise<boolean> =>
  key !== undefined && server.rateLimits.isReached('token', useKey(id, key));

type TokenCtx = Pick<Ctx, 'config' | 'now'>;

/** In seconds. Nobody writes a message faster. */
const USABLE_AFTER_S = 2;
/** In seconds. A page may stay open for a day. */
const LIFETIME_S = 24 * 60 * 60;

/** For one message. The token is signed, so no table stores it. */
export async function makeFormToken(ctx: TokenCtx, usableAfter = USABLE_AFTER_S) {
  const usableAt = ctx.now().getTime() + usableAfter * 1000;
  const claims = { id: randomUUID(), usableAt };
  const token = await signToken(ctx, { purpose: 'form', claims, lifetimeS: LIFETIME_S });
  return { token, usableAfter, expiresAfter: LIFETIME_S };
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

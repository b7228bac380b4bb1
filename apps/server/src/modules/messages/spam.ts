import { createHash } from 'node:crypto';
import type { MessageInput } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../http/client-address.ts';
import { newFormToken, readFormToken } from './form-token.ts';

/** Shorter texts are not compared: several visitors may ask the same short question. */
const LONG_TEXT = 40;
const ANYWHERE = 'all';

/**
 * True for a long text that was sent too often, from any network, and while too many messages come without a token. The
 * contact page gets a token when a visitor begins to write, so a whole school behind one address may write.
 */
export async function looksLikeSpam(
  request: FastifyRequest,
  { message }: MessageInput,
  token: string | undefined,
): Promise<boolean> {
  const { rateLimits } = request.server;
  // programs vary numbers and spaces
  const text = message.toLowerCase().replaceAll(/[^\p{L}]+/gu, ' ');
  const isRepeated =
    text.length >= LONG_TEXT &&
    (await rateLimits.isOver('same text', createHash('sha256').update(text).digest('base64url')));
  if (await spend(request, token)) return isRepeated;
  return (
    isRepeated ||
    (await rateLimits.isOver('no token', addressKey(request.ip))) ||
    (await rateLimits.isOver('no token anywhere', ANYWHERE))
  );
}

/**
 * The token for a message of a page without scripts, when there have been too many without one: the visitor sends the
 * form once more with it. Undefined when the message may pass as it is.
 */
export async function tokenToSendWith(
  { server: { rateLimits }, ctx, ip }: FastifyRequest,
  token: string | undefined,
): Promise<string | undefined> {
  const known = await readFormToken(ctx, token);
  if (known) return known.isEarly ? token : undefined;
  const isFull =
    (await rateLimits.isReached('no token', addressKey(ip))) ||
    (await rateLimits.isReached('no token anywhere', ANYWHERE));
  return isFull ? (await newFormToken(ctx)).token : undefined;
}

/** Uses a token. True when it is old enough and was not used before. */
async function spend({ server, ctx }: FastifyRequest, token: string | undefined): Promise<boolean> {
  const known = await readFormToken(ctx, token);
  if (!known || known.isEarly) return false;
  return !(await server.rateLimits.isOver('token', known.id));
}

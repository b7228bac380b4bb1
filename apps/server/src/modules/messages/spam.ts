import { createHash } from 'node:crypto';
import type { MessageInput } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../http/client-address.ts';
import { isOwnOrigin } from '../../http/own-host.ts';

/** Several visitors may ask the same short question. */
const LONG_TEXT = 40;

/**
 * A long text that came too often, from wherever, or a program that writes too often. A browser names our origin with
 * each post, so a whole school behind one address is no program.
 */
export async function looksLikeSpam(
  { server, headers: { origin }, ip, ctx }: FastifyRequest,
  { message }: MessageInput,
): Promise<boolean> {
  const { rateLimits } = server;
  // programs vary numbers and spaces
  const text = message.toLowerCase().replaceAll(/[^\p{L}]+/gu, ' ');
  const isRepeated =
    text.length >= LONG_TEXT &&
    (await rateLimits.isOver('same text', createHash('sha256').update(text).digest('base64url')));
  const isProgram = origin === undefined || !isOwnOrigin(origin, ctx.config.publicUrl);
  return isRepeated || (isProgram && (await rateLimits.isOver('program', addressKey(ip))));
}

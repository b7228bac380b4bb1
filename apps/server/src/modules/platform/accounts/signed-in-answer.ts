import type { Session } from '@institute/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { refreshCookie, rememberDevice } from './known-device.ts';
import { type NewSession, signOut } from './session.service.ts';

interface Exchange {
  ctx: Ctx;
  request: Pick<FastifyRequest, 'cookies'>;
  reply: Pick<FastifyReply, 'setCookie'>;
}

/** Sets the cookies of the session and of the device. */
export async function answerSignedIn(
  { ctx, ...exchange }: Exchange,
  { session, refreshToken, endsAt, device }: NewSession,
): Promise<Session> {
  const { name, rules } = refreshCookie(ctx.config);
  const maxAge = Math.ceil((endsAt.getTime() - ctx.now().getTime()) / 1000);
  exchange.reply.setCookie(name, refreshToken, { ...rules, maxAge });
  await rememberDevice(ctx, exchange, device);
  return session;
}

/** Ends the former session of this browser: the new cookie replaces the only one that could end it. */
export async function replaceSession(exchange: Exchange, opened: NewSession): Promise<Session> {
  const { ctx, request } = exchange;
  await signOut(ctx, request.cookies[refreshCookie(ctx.config).name]);
  return answerSignedIn(exchange, opened);
}

import type { Session } from '@institute/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { makeRefreshCookie, rememberDevice } from './known-device.ts';
import { type NewSession, signOut } from './session.service.ts';

interface HttpExchange {
  ctx: Ctx;
  request: Pick<FastifyRequest, 'cookies'>;
  reply: Pick<FastifyReply, 'setCookie'>;
}

/** Answers a sign-in, and sets the cookies of the session and of the device. */
export async function answerSignedIn(
  { ctx, ...exchange }: HttpExchange,
  { session, refreshToken, endsAt, device }: NewSession,
): Promise<Session> {
  const { name, rules } = makeRefreshCookie(ctx.config);
  const cookieMaxAgeS = Math.ceil((endsAt.getTime() - ctx.now().getTime()) / 1000);
  exchange.reply.setCookie(name, refreshToken, { ...rules, maxAge: cookieMaxAgeS });
  await rememberDevice(ctx, exchange, device);
  return session;
}

/** Ends the former session of this browser: the new cookie replaces the only one that could end it. */
export async function replaceSession(exchange: HttpExchange, opened: NewSession): Promise<Session> {
  const { ctx, request } = exchange;
  await signOut(ctx, request.cookies[makeRefreshCookie(ctx.config).name]);
  return answerSignedIn(exchange, opened);
}

import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { accountKey, addressKey } from '../../http/client-address.ts';
import { refuseForeignOrigin } from '../../http/session.ts';
import { checkCredentials } from './account.service.ts';
import { notSignedIn } from './bearer.ts';
import { type Opened, renewSession, signOut, signUp, startSession } from './session.service.ts';
import { refreshCookie } from './session-cookie.ts';

export const sessionRoutes = initServer().router(contract.session, {
  login: async ({ request: { ctx, ip, server }, reply, body }) => {
    const account = await server.rateLimits.guard(
      'failedSignIn',
      [addressKey(ip), accountKey(body.email)],
      () => checkCredentials(ctx, body),
      (error) => error instanceof AppError && error.code === 'INVALID_CREDENTIALS',
    );
    return { status: 200, body: entered(reply, ctx, await startSession(ctx, account, 'login')) };
  },

  signup: async ({ request: { ctx }, reply, body }) => ({
    status: 201,
    body: entered(reply, ctx, await signUp(ctx, body)),
  }),

  refresh: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = refreshCookie(ctx.config);
    const renewed = await renewSession(ctx, cookies[name] ?? '');
    if (!renewed) {
      reply.clearCookie(name, rules);
      throw notSignedIn();
    }
    return { status: 200, body: entered(reply, ctx, renewed) };
  },

  logout: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = refreshCookie(ctx.config);
    await signOut(ctx, cookies[name]);
    reply.clearCookie(name, rules);
    return { status: 200, body: { data: { signedOut: true } } };
  },
});

function entered(
  reply: Pick<FastifyReply, 'setCookie'>,
  { config, now }: Ctx,
  { session, refreshToken, endsAt }: Opened,
) {
  const { name, rules } = refreshCookie(config);
  const maxAge = Math.ceil((endsAt.getTime() - now().getTime()) / 1000);
  reply.setCookie(name, refreshToken, { ...rules, maxAge });
  return { data: session };
}

import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/common.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { accountKey, addressKey } from '../../http/client-address.ts';
import { refuseForeignOrigin } from '../../http/session.ts';
import { checkCredentials } from './account.service.ts';
import { notSignedIn } from './bearer.ts';
import { type Opened, REFRESH_MS, renewSession, signOut, signUp, startSession } from './session.service.ts';

const COOKIE = 'refresh_token';

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
    const renewed = await renewSession(ctx, cookies[COOKIE] ?? '');
    if (!renewed) {
      reply.clearCookie(COOKIE, cookieRules(ctx));
      throw notSignedIn();
    }
    return { status: 200, body: entered(reply, ctx, renewed) };
  },

  logout: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    await signOut(ctx, cookies[COOKIE]);
    reply.clearCookie(COOKIE, cookieRules(ctx));
    return { status: 200, body: { data: { signedOut: true } } };
  },
});

function entered(reply: Pick<FastifyReply, 'setCookie'>, ctx: Ctx, { session, refreshToken }: Opened) {
  reply.setCookie(COOKIE, refreshToken, { ...cookieRules(ctx), maxAge: REFRESH_MS / 1000 });
  return { data: session };
}

const cookieRules = ({ config }: Ctx) => ({
  path: `${apiPrefix}/admin`,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../../http/request-context.ts';
import { refuseForeignOrigin } from '../../http/session.ts';
import { readDevice, refreshCookie, rememberDevice } from './known-device.ts';
import { type Opened, renewSession, signOut, signUp } from './session.service.ts';
import { signIn } from './sign-in.service.ts';
import { notSignedIn } from './tokens.ts';

export const sessionRoutes = initServer().router(contract.session, {
  login: async ({ request, reply, body }) => {
    const { ctx, ip } = request;
    const device = await readDevice(ctx, request);
    const opened = await signIn(ctx, body, { network: addressKey(ip), device });
    return { status: 200, body: await entered({ request, reply }, opened) };
  },

  signup: async ({ request, reply, body }) => ({
    status: 201,
    body: await entered({ request, reply }, await signUp(request.ctx, body)),
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
    return { status: 200, body: await entered({ request, reply }, renewed) };
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

async function entered(
  exchange: { request: FastifyRequest; reply: Pick<FastifyReply, 'setCookie'> },
  { session, refreshToken, endsAt, device }: Opened,
) {
  const { ctx } = exchange.request;
  const { name, rules } = refreshCookie(ctx.config);
  const maxAge = Math.ceil((endsAt.getTime() - ctx.now().getTime()) / 1000);
  exchange.reply.setCookie(name, refreshToken, { ...rules, maxAge });
  await rememberDevice(ctx, exchange, device);
  return { data: session };
}

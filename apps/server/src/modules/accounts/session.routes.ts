import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignOrigin } from '../../http/policies/own-host.ts';
import { addressKey } from '../../http/request-context.ts';
import { readDevice, refreshCookie, rememberDevice } from './known-device.ts';
import { type Opened, renewSession, signOut, signUp } from './session.service.ts';
import { signInWithPassword } from './sign-in.service.ts';
import { notSignedIn } from './tokens.ts';

export const sessionRoutes = initServer().router(contract.session, {
  login: async ({ request, reply, body }) => {
    const { ctx, ip } = request;
    const device = await readDevice(ctx, request);
    const opened = await signInWithPassword(ctx, body, { network: addressKey(ip), device });
    await endFormerSession(request);
    return { status: 200, body: await answerSignedIn({ request, reply }, opened) };
  },

  signup: async ({ request, reply, body }) => {
    const opened = await signUp(request.ctx, body);
    await endFormerSession(request);
    return { status: 201, body: await answerSignedIn({ request, reply }, opened) };
  },

  refresh: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = refreshCookie(ctx.config);
    const renewed = await renewSession(ctx, cookies[name] ?? '');
    if (!renewed) {
      reply.clearCookie(name, rules);
      throw notSignedIn();
    }
    return { status: 200, body: await answerSignedIn({ request, reply }, renewed) };
  },

  logout: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = refreshCookie(ctx.config);
    await signOut(ctx, cookies[name]);
    reply.clearCookie(name, rules);
    // Not "storage": on this origin it would also delete applications that a visitor of this browser saved.
    reply.header('clear-site-data', '"cache"');
    return { status: 200, body: { data: { signedOut: true } } };
  },
});

/** The new cookie replaces the only one that could end it. */
const endFormerSession = ({ ctx, cookies }: Pick<FastifyRequest, 'ctx' | 'cookies'>) =>
  signOut(ctx, cookies[refreshCookie(ctx.config).name]);

async function answerSignedIn(
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

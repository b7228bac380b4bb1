import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { refuseForeignOrigin } from '../../../http/policies/own-host.ts';
import { toAddressKey, toNetworkBlock } from '../../../http/request-context.ts';
import { makeRefreshCookie, readKnownDevice } from './known-device.ts';
import { renewSession, signOut, signUp } from './session.service.ts';
import { signInWithPassword } from './sign-in.service.ts';
import { answerSignedIn, replaceSession } from './signed-in-answer.ts';
import { notSignedInError } from './tokens.ts';

export const sessionRoutes = initServer().router(contract.session, {
  login: async ({ request, reply, body }) => {
    const { ctx, ip } = request;
    const knownDevice = await readKnownDevice(ctx, request);
    const newSession = await signInWithPassword({ ...ctx, later: request.server.later }, body, {
      network: toAddressKey(ip),
      block: toNetworkBlock(ip),
      device: knownDevice,
    });
    return { status: 200, body: { data: await replaceSession({ ctx, request, reply }, newSession) } };
  },

  signup: async ({ request, reply, body }) => {
    const { ctx } = request;
    const openedSession = await signUp(ctx, body);
    return { status: 201, body: { data: await replaceSession({ ctx, request, reply }, openedSession) } };
  },

  refresh: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = makeRefreshCookie(ctx.config);
    const renewedSession = await renewSession(ctx, cookies[name] ?? '');
    if (!renewedSession) {
      reply.clearCookie(name, rules);
      throw notSignedInError();
    }
    return { status: 200, body: { data: await answerSignedIn({ ctx, request, reply }, renewedSession) } };
  },

  logout: async ({ request, reply }) => {
    const { ctx, cookies } = request;
    refuseForeignOrigin(request);
    const { name, rules } = makeRefreshCookie(ctx.config);
    await signOut(ctx, cookies[name]);
    reply.clearCookie(name, rules);
    // Only the cache is cleared. Clearing "storage" would also delete registrations that a visitor of this browser
    // has saved.
    reply.header('clear-site-data', '"cache"');
    return { status: 200, body: { data: { signedOut: true } } };
  },
});

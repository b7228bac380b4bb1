import cookie from '@fastify/cookie';
import { bodyBytes } from '@institute/contract/api.constants';
import { TRPCError } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { getErrorShape } from '@trpc/server/shared';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { LiveUpdates } from '../context/changes.ts';
import { requireAccount } from '../context/rights.ts';
import { reportUnavailableFailure, toAppError } from '../http/failures.ts';
import { makeImageExistsCheck } from '../http/in-process-call.ts';
import { readAnnouncedBytes } from '../http/policies/timeouts.ts';
import { toAddressKey } from '../http/request-context.ts';
import { findAccount, identifyCaller } from '../http/session.ts';
import { type AdminContext, type AnyAdminRouter, requestIds, toAdminError } from './trpc.ts';

const MAX_CALLS_IN_BATCH = 30;

type TrpcOptions = FastifyTRPCPluginOptions<AnyAdminRouter>['trpcOptions'];

interface AdminServerOptions {
  router: AnyAdminRouter;
  live: LiveUpdates;
}

export async function serveAdmin(app: FastifyInstance, { router, live }: AdminServerOptions): Promise<void> {
  const sharedServices = { live, later: app.later, hasImage: makeImageExistsCheck(app) };
  const trpcOptions: TrpcOptions = {
    router,
    maxBatchSize: MAX_CALLS_IN_BATCH,
    // Searches are sent in the body, because proxies log URLs
    allowMethodOverride: true,
    // A refused account does not fail here: the procedure throws it, because the dashboard reads errors of
    // procedures only.
    createContext: async ({ req, res, info }) => {
      const callerPromise = findAccount(req);
      const refusalPromise = callerPromise
        .then((actor) => requireAccount({ actor }))
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      return {
        ...sharedServices,
        isBatch: info.calls.length > 1,
        ...makeCallContext(req, res),
        account: await callerPromise.catch(() => null),
        refusal: await refusalPromise,
      };
    },
    responseMeta: ({ errors, type, ctx, info }) => {
      const answerHeaders = new Headers({ 'cache-control': 'no-store' });
      // The client cannot read tRPC's refusal of an unreadable call without a content type
      if (!info) answerHeaders.set('content-type', 'application/json');
      // A refused subscription must not start with 200, or the browser would not refresh its bearer.
      const refusedSubscription =
        type === 'subscription' && ctx?.refusal ? toAppError(ctx.refusal) : undefined;
      for (const { status, retryAfter } of refusedSubscription
        ? [refusedSubscription]
        : errors.map(toAdminError)) {
        if (status === 401) answerHeaders.set('www-authenticate', 'Bearer');
        if (retryAfter !== undefined) answerHeaders.set('retry-after', String(Math.ceil(retryAfter)));
      }
      return { headers: answerHeaders, ...(refusedSubscription && { status: refusedSubscription.status }) };
    },
    onError: ({ error, req, path, ctx }) => {
      requestIds.set(error, req.id);
      const { code } = toAdminError(error);
      if (code === 'FORBIDDEN' && ctx?.account)
        app.noteRefusal({ ...ctx.call, actor: ctx.account }, `${path}`);
      if (code === 'INTERNAL_ERROR') req.log.error({ err: error.cause ?? error }, 'request failed');
      if (code === 'UNAVAILABLE') reportUnavailableFailure(error.cause, req);
    },
  };

  // Handles errors that Fastify raises before tRPC, such as a body that is too large.
  app.setErrorHandler((cause, request, reply) => {
    const error = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
    const errorShape = getErrorShape({
      config: router._def._config,
      error,
      type: 'unknown',
      path: undefined,
      input: undefined,
      ctx: {
        ...sharedServices,
        ...makeCallContext(request, reply),
        isBatch: false,
        account: null,
        refusal: undefined,
      },
    });
    return reply.status(errorShape.data.httpStatus).send({ error: errorShape });
  });
  await app.register(cookie);
  app.addHook('onRoute', (route) => {
    route.bodyLimit = bodyBytes.file;
  });
  const { procedures } = router._def;
  app.addHook<{ Params: { path: string } }>('onRequest', async (request) => {
    const announcedBytes = readAnnouncedBytes(request.headers);
    if (announcedBytes <= bodyBytes.visitor) return;
    await identifyCaller(request);
    requireAccount(request.ctx);
    const maxBodyBytes = procedures[request.params.path]?._def.meta?.bodyBytes ?? bodyBytes.office;
    // Also refuses a body whose length the request does not announce; browsers always announce it
    if (announcedBytes > maxBodyBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  });
  await app.register(fastifyTRPCPlugin, { prefix: '/api/trpc', trpcOptions });
}

const makeCallContext = (
  request: FastifyRequest,
  reply: FastifyReply,
): Pick<AdminContext, 'requestId' | 'call' | 'address' | 'count' | 'request' | 'reply'> => ({
  requestId: request.id,
  call: request.ctx,
  address: toAddressKey(request.ip),
  count: (path) => request.server.rateLimits.count('form', `${path} ${toAddressKey(request.ip)}`),
  request,
  reply,
});

import type { ApiError } from '@institute/contract';
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import * as z from 'zod';
import { type Ctx, type LiveUpdates, signedIn } from '../context.ts';
import { AppError } from '../errors.ts';
import { envelope, failureOf } from '../http/failures.ts';
import type { ImageCheck } from '../http/image-check.ts';
import type { RateLimits } from '../http/rate-limit.ts';

export interface AdminContext {
  requestId: string;
  call: Ctx;
  /** Why nobody may do anything here, where that is so. */
  refusal: unknown;
  live: LiveUpdates;
  /** Whether a path of this site answers an image. */
  hasImage: ImageCheck;
  limits: RateLimits;
  /** Whom the limits count. */
  address: string;
}

const t = initTRPC.context<AdminContext>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  errorFormatter: ({ shape, error, ctx }) => {
    const failure = adminFailure(error);
    const apiError: ApiError['error'] = envelope(failure, ctx?.requestId ?? '').error;
    return {
      ...shape,
      message: failure.message,
      data: { ...shape.data, httpStatus: failure.status as number, apiError },
    };
  },
});

export const router = t.router;
/** A router of these procedures, whichever they are. */
export type AnyAdminRouter = ReturnType<typeof router>;

/** For everybody; what a bearer says does not count here. */
export const publicProcedure = t.procedure.use(({ ctx: { call }, next }) =>
  // the calls of a batch run side by side
  next({ ctx: { ...call, actor: null, em: call.em.fork() } }),
);

/** For whoever is signed in. */
export const adminProcedure = t.procedure.use(({ ctx: { call, refusal }, next }) => {
  if (refusal) throw refusal;
  return next({ ctx: { ...call, actor: signedIn(call), em: call.em.fork() } });
});

/** For the owner alone: accounts, settings that cost money, what cannot be taken back. */
export const ownerProcedure = adminProcedure.use(({ ctx, next }) => {
  if (!ctx.actor.isOwner) throw new AppError('FORBIDDEN', 'Only the owner of this site may do this');
  return next();
});

/** What went wrong in a call, in the words of the REST surface. */
export function adminFailure(error: TRPCError): AppError {
  const isOurs = error.code === 'INTERNAL_SERVER_ERROR' || error.cause instanceof z.ZodError;
  // the rest is tRPC's own: an unknown procedure, a body that cannot be read
  return failureOf(isOurs ? error.cause : { statusCode: getHTTPStatusCodeFromError(error) });
}

import type { ApiError } from '@institute/contract';
import type { ErrorStatus } from '@institute/contract/errors';
import { pathId } from '@institute/contract/fields';
import type { Need } from '@institute/contract/rights.constants';
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { WorkAfterAnswer } from '../background/work-queue.ts';
import type { AccountActor } from '../context/actor.ts';
import type { LiveUpdates } from '../context/changes.ts';
import { refuseWithoutRight, requireAccount } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { toAppError, toEnvelope } from '../http/failures.ts';
import type { HasImage } from '../http/in-process-call.ts';

export interface AdminContext {
  requestId: string;
  call: Ctx;
  /** The account of the caller, also when it must still set up two-step sign-in. */
  account: AccountActor | null;
  isBatch: boolean;
  /** Why the caller is refused. Every private procedure throws it. */
  refusal: unknown;
  live: LiveUpdates;
  later: WorkAfterAnswer['add'];
  hasImage: HasImage;
  address: string;
  /** Counts a call of an address. Throws above the limit. */
  count(path: string): Promise<void>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ProcedureRules {
  /** Largest body of a call in bytes. Default: `bodyBytes.office`. */
  bodyBytes?: number;
  needs?: Need;
  /** Path of a download. The procedure returns a ticket that the download needs. */
  file?: string;
}

/** Request ids for errors thrown before the call has a context, such as for mixed batches. */
export const requestIds = new WeakMap<TRPCError, string>();

/** The error codes of tRPC, by which its clients decide whether to repeat a call. */
const trpcCodes: Record<ErrorStatus, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'BAD_REQUEST',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

const trpcBuilder = initTRPC
  .context<AdminContext>()
  .meta<ProcedureRules>()
  .create({
    isDev: false,
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter: ({ shape, error, ctx }) => {
      const productError = toAdminError(error);
      const requestId = ctx?.requestId ?? requestIds.get(error) ?? '';
      const apiError: ApiError['error'] = toEnvelope(productError, requestId).error;
      const trpcCode = trpcCodes[productError.status];
      return {
        ...shape,
        message: productError.message,
        code: TRPC_ERROR_CODES_BY_KEY[trpcCode],
        data: { ...shape.data, code: trpcCode, httpStatus: productError.status as number, apiError },
      };
    },
  });

export const router = trpcBuilder.router;
export const { mergeRouters } = trpcBuilder;
export type AnyAdminRouter = ReturnType<typeof router>;

/**
 * A procedure for everybody, which ignores the bearer. Batches must not contain it, and its mutations are limited for
 * each address.
 */
export const publicProcedure = trpcBuilder.procedure
  .meta({ needs: 'anyone' })
  .use(async ({ ctx: { call, isBatch, count }, path, type, next }) => {
    if (isBatch) throw new AppError('VALIDATION_ERROR', 'Send this call alone, not in a batch');
    if (type === 'mutation') await count(path);
    return next({ ctx: { ...call, actor: null } });
  });

/** The only check of rights in the office: everybody but owners is refused by a procedure without `needs`. */
const guardedProcedure = trpcBuilder.procedure.use(({ ctx: { call, account, refusal }, meta, next }) => {
  if (refusal) throw refusal;
  const actor = requireAccount({ actor: account });
  refuseWithoutRight({ actor }, meta?.needs ?? 'owner');
  // Calls of a batch run in parallel, so each has its own entity manager.
  return next({ ctx: { ...call, actor, em: call.em.fork() } });
});

/** Makes a procedure for accounts that have what the contract's `needs` names for this part of the office. */
export const makeProcedure = (need: Need) => guardedProcedure.meta({ needs: need });

/** A procedure that also accepts an account that must still set up two-step sign-in. */
export const twoStepSetUpProcedure = trpcBuilder.procedure
  .meta({ needs: 'account' })
  .use(({ ctx: { call, account, refusal }, next }) => {
    if (!account || (refusal && !account.owesSetUp)) throw refusal;
    return next({ ctx: { ...call, actor: { ...account, owesSetUp: false }, em: call.em.fork() } });
  });

/**
 * Input of a change. `ifMatch` is the tag of the version that the editor saw, so that two editors do not overwrite
 * each other.
 */
export const updateTargetInput = pathId.extend({ ifMatch: z.string().optional() });

export function toAdminError(error: TRPCError): AppError {
  const isErrorThrownByProduct = error.code === 'INTERNAL_SERVER_ERROR' || error.cause instanceof z.ZodError;
  // All other errors come from tRPC: an unknown procedure, an unreadable body.
  return toAppError(isErrorThrownByProduct ? error.cause : { statusCode: getHTTPStatusCodeFromError(error) });
}

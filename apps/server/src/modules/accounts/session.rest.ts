import { createHash } from 'node:crypto';
import type { Session } from '@institute/contract';
import { apiPrefix } from '@institute/contract/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { addressKey } from '../../http/client-address.ts';
import { refuseForeignOrigin } from '../../http/session.ts';
import { type Credentials, checkCredentials } from './account.service.ts';
import { notSignedIn } from './bearer.ts';
import { type Opened, REFRESH_MS, renewSession, signOut, signUp, startSession } from './session.service.ts';

const COOKIE = 'refresh_token';

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
}

export const sessionHandlers = {
  login: async ({ request, reply, body }: Call & { body: Credentials }) => {
    const { ctx, server } = request;
    const account = await server.limits.guard(
      'failedSignIn',
      [addressKey(request.ip), accountKey(body)],
      () => checkCredentials(ctx, body),
      (error) => error instanceof AppError && error.code === 'INVALID_CREDENTIALS',
    );
    return { status: 200 as const, body: entered({ request, reply }, await startSession(ctx, account, 'login')) };
  },

  signup: async ({ request, reply, body }: Call & { body: Credentials & { confirmPassword: string } }) => ({
    status: 201 as const,
    body: entered({ request, reply }, await signUp(request.ctx, body)),
  }),

  refresh: async ({ request, reply }: Call) => {
    refuseForeignOrigin(request);
    const token = request.cookies[COOKIE];
    const renewed = token ? await renewSession(request.ctx, token) : null;
    if (!renewed) {
      forget({ request, reply });
      throw notSignedIn();
    }
    return { status: 200 as const, body: entered({ request, reply }, renewed) };
  },

  logout: async ({ request, reply }: Call) => {
    refuseForeignOrigin(request);
    await signOut(request.ctx, request.cookies[COOKIE]);
    forget({ request, reply });
    return { status: 200 as const, body: { data: { signedOut: true as const } } };
  },
};

/** An address of its own never counts, and no key can be guessed from what lies in Redis. */
const accountKey = ({ email }: Credentials) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url');

function entered({ request, reply }: Call, { session, refreshToken }: Opened): { data: Session } {
  reply.setCookie(COOKIE, refreshToken, { ...cookieRules(request), maxAge: REFRESH_MS / 1000 });
  return { data: session };
}

const forget = ({ request, reply }: Call) => reply.clearCookie(COOKIE, cookieRules(request));

const cookieRules = ({ ctx }: FastifyRequest) => ({
  path: `${apiPrefix}/admin`,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: ctx.config.publicUrl.startsWith('https:'),
});

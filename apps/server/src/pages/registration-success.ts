import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import { privateCookie } from '../http/private-cookie.ts';
import { signToken, TokenError, verifyToken } from '../signed-token.ts';
import { answerPage, type PageOptions } from './page-answer.ts';

export const successPath = '/registration-success';

/** Long enough to write the reference down. */
const LIFETIME_S = 10 * 60;

type Keys = Pick<Ctx, 'config' | 'now'>;

const claims = z.object({ reference: z.string() });
const cookieOf = ({ config }: Keys) => privateCookie(config, 'registration_reference', successPath);

/** Hands the reference to the success page in a cookie, for browsers without scripts. Others may see an address. */
export async function carryReference(ctx: Keys, reply: FastifyReply, reference: string): Promise<void> {
  const token = await signToken(ctx, {
    ...{ purpose: 'registration reference', claims: { reference }, lifetimeS: LIFETIME_S },
  });
  const { name, rules } = cookieOf(ctx);
  reply.setCookie(name, token, { ...rules, maxAge: LIFETIME_S });
}

async function carriedReference({ ctx, cookies }: FastifyRequest): Promise<string | undefined> {
  const token = cookies[cookieOf(ctx).name];
  if (!token) return undefined;
  try {
    return (await verifyToken(ctx, 'registration reference', { token, claims })).reference;
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

/** The success page. It is not cached, because it may show a reference. */
export async function registrationSuccess(scope: FastifyInstance, options: PageOptions): Promise<void> {
  await scope.register(cookie);
  scope.get(successPath, async (request, reply) => {
    const reference = await carriedReference(request);
    if (!reference) return answerPage(request, reply, options);
    return answerPage(request, reply, options, {
      status: 200,
      posted: { path: successPath, values: { reference }, faults: [], message: '' },
    });
  });
}

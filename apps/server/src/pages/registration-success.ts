import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import { decrypt, encrypt } from '../crypto/data-keys.ts';
import { derivedSecret, signToken, TokenError, verifyToken } from '../crypto/signed-token.ts';
import { privateCookie } from '../http/private-cookie.ts';
import { answerPage, type PageOptions } from './page-answer.ts';

export const successPath = '/registration-success';

/** Long enough to write the reference down. */
const LIFETIME_S = 10 * 60;
/** Long enough to follow an address once. */
const SEALED_MS = 60_000;

type Keys = Pick<Ctx, 'config' | 'now'>;

const claims = z.object({ reference: z.string() });
const cookieOf = ({ config }: Keys) => privateCookie(config, 'registration_reference', successPath);

/** For answers that cannot set a cookie. Others may see an address, so the reference is encrypted. */
export function sealedSuccessPath({ config, now }: Keys, reference: string): string {
  const claims = JSON.stringify({ reference, endsAt: now().getTime() + SEALED_MS });
  const sealed = encrypt(sealKey(config), claims, successPath).toString('base64url');
  return `${successPath}?sealed=${sealed}`;
}

const sealedClaims = z.object({ reference: z.string(), endsAt: z.number() });

function unsealed({ config, now }: Keys, sealed: string): string | undefined {
  const text = decrypt(sealKey(config), Buffer.from(sealed, 'base64url'), successPath);
  if (text === null) return undefined;
  const { reference, endsAt } = sealedClaims.parse(JSON.parse(text));
  return endsAt > now().getTime() ? reference : undefined;
}

const sealKey = (config: Keys['config']) =>
  Buffer.from(derivedSecret(config, 'registration reference'), 'base64url');

/** For browsers without scripts. */
export async function carryReference(ctx: Keys, reply: FastifyReply, reference: string): Promise<void> {
  const token = await signToken(ctx, {
    purpose: 'registration reference',
    claims: { reference },
    lifetimeS: LIFETIME_S,
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

/** Not cached, because it may show a reference. */
export async function registrationSuccess(scope: FastifyInstance, options: PageOptions): Promise<void> {
  await scope.register(cookie);
  scope.get<{ Querystring: { sealed?: string } }>(successPath, async (request, reply) => {
    const { sealed } = request.query;
    if (sealed !== undefined) {
      const reference = unsealed(request.ctx, String(sealed));
      if (reference) await carryReference(request.ctx, reply, reference);
      return reply.header('cache-control', 'no-store').redirect(successPath, 303);
    }
    const reference = await carriedReference(request);
    if (!reference) return answerPage(request, reply, options);
    return answerPage(request, reply, options, {
      status: 200,
      posted: { path: successPath, values: { reference }, faults: [], message: '' },
    });
  });
}

import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { adminProcedure } from '../admin/trpc.ts';
import { type Actor, type Ctx, signedIn } from '../context.ts';
import { AppError } from '../errors.ts';
import type { CsvExport } from './csv-export.ts';

const LIFETIME_S = 60;
const issuer = 'institute';
const algorithm = 'HS256';
/** A ticket is for one export; a bearer is none, and it is no bearer. */
const audienceOf = (name: string) => `institute-export:${name}`;
const keyOf = ({ config }: Pick<Ctx, 'config'>) => new TextEncoder().encode(config.authSecret);

/** Finds who a session belongs to. */
export type FindActor = (ctx: Ctx, session: { accountId: number; sessionId: string }) => Promise<Actor>;

export const exportPath = (name: string) => `/api/exports/${name}`;

const claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  sid: z.uuid(),
  input: z.unknown(),
});

/**
 * The dashboard's call that begins an export. A download is an ordinary form, which carries no bearer: it
 * carries this instead, in its body, since addresses are written down in too many places.
 */
export const exportTicket = <Input, Given>({ name, input: schema }: CsvExport<Input, Given>) =>
  adminProcedure.input(schema).mutation(async ({ ctx, input }) => {
    const { id, sessionId } = signedIn(ctx);
    const issuedAt = Math.floor(ctx.now().getTime() / 1000);
    const ticket = await new SignJWT({ sid: sessionId, input })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(String(id))
      .setIssuer(issuer)
      .setAudience(audienceOf(name))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_S)
      .sign(keyOf(ctx));
    return { path: exportPath(name), ticket };
  });

/** Who asks and for what, as long as their session lives. */
export async function readTicket(
  ctx: Ctx,
  { name }: Pick<CsvExport, 'name'>,
  ticket: string,
  findActor: FindActor,
): Promise<{ actor: Actor; input: unknown }> {
  const { sub, sid, input } = await jwtVerify(ticket, keyOf(ctx), {
    algorithms: [algorithm],
    issuer,
    audience: audienceOf(name),
    currentDate: ctx.now(),
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
  }).then(
    ({ payload }) => claims.parse(payload),
    () => {
      throw new AppError('UNAUTHENTICATED', 'This export has expired; start it again');
    },
  );
  return { actor: await findActor(ctx, { accountId: sub, sessionId: sid }), input };
}

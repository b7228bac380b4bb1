import { entityTypes } from '@institute/contract';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { ContentService } from './content.service.ts';
import type { ItemKey } from './content-version.service.ts';

const LIFETIME_S = 30 * 60;
/** Keeps these tokens and those of sessions apart: neither is taken for the other. */
const audience = 'institute-preview';
const algorithm = 'HS256';

type Keys = Pick<Ctx, 'config' | 'now'>;

const claims = z.object({ type: z.enum(entityTypes), id: z.int() });
const keyOf = ({ config }: Keys) => new TextEncoder().encode(config.authSecret);

/** An address at which anybody sees an item for a short while, published or not. */
export async function previewPath(
  ctx: Ctx,
  { page, type, draft }: Pick<ContentService<object, object>, 'page' | 'type' | 'draft'>,
  id: number,
): Promise<string> {
  if (!page || !(await draft(ctx, id))) throw notFound('There is nothing to preview');
  const issuedAt = Math.floor(ctx.now().getTime() / 1000);
  const token = await new SignJWT({ type, id })
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(keyOf(ctx));
  return `${page}/${id}?preview=${token}`;
}

/** What a token lets its holder see; null for one that is spent or none of ours. */
export async function readPreview(ctx: Keys, token: string): Promise<ItemKey | null> {
  const verified = await jwtVerify(token, keyOf(ctx), {
    algorithms: [algorithm],
    audience,
    currentDate: ctx.now(),
    requiredClaims: ['exp'],
  }).catch(() => null);
  return claims.safeParse(verified?.payload).data ?? null;
}

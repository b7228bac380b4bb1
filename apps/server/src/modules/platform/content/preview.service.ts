import { entityTypes } from '@institute/contract';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { notFoundError } from '../../../errors.ts';
import type { ContentService } from './content.service.ts';
import type { ItemKey } from './content-version.service.ts';

const LIFETIME_S = 30 * 60;

type Keys = Pick<Ctx, 'config' | 'now'>;

const claims = z.object({ type: z.enum(entityTypes), id: z.int() });

export async function previewPath(
  ctx: Ctx,
  { type, preview }: Pick<ContentService<object, object>, 'type' | 'preview'>,
  id: number,
): Promise<string> {
  const previewed = await preview(ctx, id);
  if (!previewed) throw notFoundError('There is nothing to preview');
  const token = await signToken(ctx, { purpose: 'preview', claims: { type, id }, lifetimeS: LIFETIME_S });
  return `${previewed.address}?preview=${token}`;
}

export const readPreview = (ctx: Keys, token: string): Promise<ItemKey | null> =>
  verifyToken(ctx, 'preview', { token, claims }).catch(() => null);

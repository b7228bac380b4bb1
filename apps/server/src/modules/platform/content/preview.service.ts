import { entities, entityTypes } from '@institute/contract';
import { maySee } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { accountSubject, signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { notFoundError } from '../../../errors.ts';
import { findHolder } from '../accounts/account.service.ts';
import type { ContentService } from './content.service.ts';
import type { ItemKey } from './content-version.service.ts';

const LIFETIME_S = 30 * 60;

const claims = z.object({ sub: accountSubject, type: z.enum(entityTypes), id: z.int(), version: z.int() });
export type PreviewedItem = ItemKey & { version: number };

/** For half an hour the link shows this version, while the account that made the link may still see the item. */
export async function previewPath(
  ctx: Ctx,
  { type, preview }: Pick<ContentService<object, object>, 'type' | 'preview'>,
  id: number,
): Promise<string> {
  const previewed = await preview(ctx, id);
  if (!previewed) throw notFoundError('There is nothing to preview');
  const { address, version } = previewed;
  const token = await signToken(ctx, {
    purpose: 'preview',
    subject: String(requireAccount(ctx).id),
    claims: { type, id, version },
    lifetimeS: LIFETIME_S,
  });
  return `${address}?preview=${token}`;
}

export async function readPreview(
  ctx: Pick<Ctx, 'config' | 'now' | 'em'>,
  token: string,
): Promise<PreviewedItem | null> {
  const found = await verifyToken(ctx, 'preview', { token, claims }).catch(() => null);
  const holder = found && (await findHolder(ctx, found.sub));
  return holder && maySee(holder, entities[found.type].need) ? found : null;
}

import { entities, entityTypes } from '@institute/contract';
import { maySee } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { accountSubject, signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { notFoundError } from '../../../errors.ts';
import { findActiveAccount } from '../accounts/account.service.ts';
import type { ContentService } from './content.service.ts';
import type { ItemKey } from './content-version.service.ts';

const PREVIEW_LIFETIME_S = 30 * 60;

const previewClaims = z.object({
  sub: accountSubject,
  type: z.enum(entityTypes),
  id: z.int(),
  version: z.int(),
});
export type PreviewedItem = ItemKey & { version: number };

/** The link shows this version for half an hour, as long as the account that made the link may see the item. */
export async function makePreviewPath(
  ctx: Ctx,
  { type, preview }: Pick<ContentService<object, object>, 'type' | 'preview'>,
  id: number,
): Promise<string> {
  const itemPreview = await preview(ctx, id);
  if (!itemPreview) throw notFoundError('There is nothing to preview');
  const { address, version } = itemPreview;
  const previewToken = await signToken(ctx, {
    purpose: 'preview',
    subject: String(requireAccount(ctx).id),
    claims: { type, id, version },
    lifetimeS: PREVIEW_LIFETIME_S,
  });
  return `${address}?preview=${previewToken}`;
}

export async function readPreview(
  ctx: Pick<Ctx, 'config' | 'now' | 'em'>,
  token: string,
): Promise<PreviewedItem | null> {
  const verifiedClaims = await verifyToken(ctx, 'preview', { token, claims: previewClaims }).catch(
    () => null,
  );
  const previewAccount = verifiedClaims && (await findActiveAccount(ctx, verifiedClaims.sub));
  return previewAccount && maySee(previewAccount, entities[verifiedClaims.type].need) ? verifiedClaims : null;
}

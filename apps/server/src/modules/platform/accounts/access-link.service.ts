import { randomUUID } from 'node:crypto';
import type { RightsHolder } from '@institute/contract/rights.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import { AccessLinkEntity, type AccessLinkRow, type LinkPurpose } from './account.entity.ts';
import { deriveLinkToken, hashToken } from './tokens.ts';

const MINUTE_MS = 60_000;
const lifetimeMsByPurpose: Record<LinkPurpose, number> = {
  invitation: 7 * 24 * 60 * MINUTE_MS,
  'password-reset': 60 * MINUTE_MS,
  'sign-in': 15 * MINUTE_MS,
};

const EMAIL_INTERVAL_MS = 5 * MINUTE_MS;

/** Rights of the account that an invitation creates, and the id of the owner who invited. */
type LinkOffer = RightsHolder & { invitedBy: number | null };

type LinkCtx = Pick<Ctx, 'config' | 'em' | 'now'>;

export async function makeLink(
  { config, em, now }: LinkCtx,
  purpose: LinkPurpose,
  email: string,
  { isOwner, rights, invitedBy }: LinkOffer = { isOwner: false, rights: [], invitedBy: null },
) {
  const id = randomUUID();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMsByPurpose[purpose]);
  await em.execute(
    `insert into access_links (id, purpose, email, token_hash, is_owner, rights, invited_by, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (purpose, email) do update set id = excluded.id, token_hash = excluded.token_hash,
       is_owner = excluded.is_owner, rights = excluded.rights, invited_by = excluded.invited_by,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      id,
      purpose,
      email,
      hashToken(deriveLinkToken(config, id)),
      isOwner,
      `{${rights}}`,
      invitedBy,
      createdAt,
      expiresAt,
    ],
  );
  return id;
}

/**
 * Sends a valid link again unchanged, so that a stranger who asks for one can neither end nor prolong the owner's
 * link. Returns undefined when the link was sent less than five minutes ago.
 */
export async function renewLink(ctx: LinkCtx, purpose: LinkPurpose, email: string) {
  const now = ctx.now();
  const validLink = await ctx.em.findOne(AccessLinkEntity, { purpose, email, expiresAt: { $gt: now } });
  if (!validLink) return makeLink(ctx, purpose, email);
  if (now.getTime() - validLink.createdAt.getTime() < EMAIL_INTERVAL_MS) return undefined;
  // A sign-in link is too short-lived to be sent again. Only a caller with the right password can ask for one, so a
  // new link is safe
  if (purpose === 'sign-in') return makeLink(ctx, purpose, email);
  validLink.createdAt = now;
  await ctx.em.flush();
  return validLink.id;
}

export async function findLink(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  purpose: LinkPurpose,
  token: string,
): Promise<AccessLinkRow> {
  const validLinkFilter = { purpose, tokenHash: hashToken(token), expiresAt: { $gt: now() } };
  const link = await em.findOne(AccessLinkEntity, validLinkFilter, { disableIdentityMap: true });
  return link ?? refuseInvalidLink();
}

export const endLinks = ({ em }: Pick<TxCtx, 'em'>, purpose: LinkPurpose, email: string): Promise<number> =>
  em.nativeDelete(AccessLinkEntity, { purpose, email });

/** These links give access to whoever reads the account's mailbox, so they end together with its sessions. */
export async function endAccountLinks({ em }: Pick<TxCtx, 'em'>, account: number): Promise<void> {
  await em.execute(
    `delete from access_links where purpose <> 'invitation' and email = (select email from accounts where id = ?)`,
    [account],
  );
}

/** Returns how many invitations of this account ended. */
export const endInvitationsBy = ({ em }: Pick<TxCtx, 'em'>, invitedBy: number): Promise<number> =>
  em.nativeDelete(AccessLinkEntity, { purpose: 'invitation', invitedBy });

export const deleteInvitation = ({ em }: Pick<TxCtx, 'em'>, id: string): Promise<number> =>
  em.nativeDelete(AccessLinkEntity, { id, purpose: 'invitation' });

export function refuseInvalidLink(): never {
  throw notFoundError('This link is not valid any more');
}

const INVITATIONS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/** Deletes expired links. Invitations stay a month longer, so the office can see which ones were not accepted. */
export async function purgeExpiredLinks({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const invitationCutoff = new Date(now().getTime() - INVITATIONS_KEPT_MS);
  await em.nativeDelete(AccessLinkEntity, { purpose: { $ne: 'invitation' }, expiresAt: { $lte: now() } });
  await em.nativeDelete(AccessLinkEntity, { purpose: 'invitation', expiresAt: { $lte: invitationCutoff } });
}

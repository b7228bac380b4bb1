import type { InvitationInput } from '@institute/contract';
import { findRole, makeHolderOfRole } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { deleteInvitation, findLink, makeLink, refuseInvalidLink } from './access-link.service.ts';
import { AccessLinkEntity, AccountEntity } from './account.entity.ts';
import { invitationMessage, newInvitationMessage, newOwnerMessage } from './account.messages.ts';
import {
  emailTakenError,
  hashNewPassword,
  insertAccount,
  lockAccounts,
  lockOwner,
  queueOwnerMessages,
  recordAccountActivity,
  refuseDifferentPasswords,
  SIGNUP_FAILED,
} from './account.service.ts';
import { deriveLinkToken, makeInvitationUrl } from './tokens.ts';

/** `link` is only returned without a mail server, where nobody receives the invitation by email. */
export async function listInvitations({ em, now, config }: Pick<Ctx, 'em' | 'now' | 'config'>) {
  const invitationRows = await em.find(
    AccessLinkEntity,
    { purpose: 'invitation' },
    { orderBy: { email: 'asc' }, disableIdentityMap: true },
  );
  return invitationRows.map((row) => {
    const isInvitationExpired = row.expiresAt <= now();
    return {
      ...pickFields(row, 'id', 'email', 'isOwner', 'rights', 'createdAt', 'expiresAt'),
      role: findRole(row),
      isExpired: isInvitationExpired,
      link:
        config.smtpUrl || isInvitationExpired
          ? null
          : makeInvitationUrl(config.publicUrl, deriveLinkToken(config, row.id)),
    };
  });
}

export async function inviteAccount(ctx: Ctx, { email: address, role }: InvitationInput) {
  refuseUnconfirmedPassword(ctx);
  refuseClosedSignup(ctx);
  const email = address.toLowerCase();
  await runInTransaction(ctx, async (tx) => {
    // The lock keeps owners from removing each other meanwhile
    const { id: invitedById, email: invitedBy } = await lockOwner(tx);
    if ((await tx.em.count(AccountEntity, { email })) > 0)
      throw emailTakenError('The invitation was not sent');
    const linkId = await makeLink(tx, 'invitation', email, {
      ...makeHolderOfRole(role),
      invitedBy: invitedById,
    });
    await queueEmail(tx, invitationMessage.email({ data: { linkId, invitedBy }, recipient: email }));
    await queueOwnerMessages(tx, (recipient) =>
      newInvitationMessage.email({ recipient, data: { invited: email, invitedBy, role: capitalise(role) } }),
    );
    await recordAccountActivity(
      tx,
      'create',
      null,
      `Invited somebody to make an account as ${capitalise(role)}`,
    );
  });
  return { email };
}

export async function withdrawInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  refuseUnconfirmedPassword(ctx);
  await runInTransaction(ctx, async (tx) => {
    if ((await deleteInvitation(tx, id)) === 0) throw notFoundError('There is no such invitation');
    await recordAccountActivity(tx, 'delete', null, 'Withdrew an invitation');
  });
  return { id };
}

export async function acceptInvitation(
  ctx: Ctx,
  { token, ...typed }: { token: string; password: string; confirmPassword: string },
): Promise<{ email: string }> {
  refuseClosedSignup(ctx);
  const { email } = await findLink(ctx, 'invitation', token);
  refuseDifferentPasswords(typed, SIGNUP_FAILED);
  const passwordHash = await hashNewPassword(ctx, { email, password: typed.password }, SIGNUP_FAILED);
  return runInTransaction(ctx, async (tx) => {
    await lockAccounts(tx);
    // The link is read again, because another request may have used or withdrawn the invitation meanwhile
    const { isOwner, rights, invitedBy } = await findLink(tx, 'invitation', token);
    if (invitedBy == null) return refuseInvalidLink();
    const account = await insertAccount(tx, { email, passwordHash, isOwner, rights });
    await recordAccountActivity(
      { ...tx, actor: account },
      'signup',
      account.id,
      'Made an account by invitation',
    );
    if (isOwner) await queueAcceptanceMessages(tx, email, invitedBy);
    return { email };
  });
}

async function queueAcceptanceMessages(tx: TxCtx, accepted: string, invitedBy: number): Promise<void> {
  const inviter = await tx.em.findOneOrFail(AccountEntity, { id: invitedBy });
  const newOwnerMessageData = { newOwner: accepted, madeBy: inviter.email, isAccepted: true };
  await queueOwnerMessages(tx, (recipient) =>
    newOwnerMessage.email({ recipient, data: newOwnerMessageData }),
  );
}

function refuseClosedSignup({ config }: Pick<Ctx, 'config'>): void {
  if (config.adminSignup !== 'closed') return;
  throw new AppError('SIGNUP_CLOSED', SIGNUP_FAILED, {
    details: [{ path: '', message: 'No accounts are made here at present' }],
  });
}

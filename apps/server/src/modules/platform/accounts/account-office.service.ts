import { makeHolderOfRole, type Right, type Role } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { refuseUnconfirmedPassword, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { endInvitationsBy } from './access-link.service.ts';
import { AccountEntity, type AccountRow } from './account.entity.ts';
import { newOwnerMessage } from './account.messages.ts';
import {
  changeAccount,
  lockOwner,
  queueOwnerMessages,
  recordAccountActivity,
  toAccountView,
} from './account.service.ts';
import { clearSecondFactor, queueTwoStepOffEmail } from './second-factor.service.ts';
import { endSessions, SESSION_IDLE_MS } from './session.service.ts';

export async function listAccounts({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const accountRows = await em.find(
    AccountEntity,
    {},
    { orderBy: { email: 'asc' }, disableIdentityMap: true },
  );
  const sessionCounts = await readRows(em, { account_id: int, sessions: int })(
    `select account_id, count(*)::int as sessions from sessions
     where ended_at is null and expires_at > ?
       and exists (select from refresh_tokens where session_id = sessions.id and created_at > ?)
     group by account_id`,
    [now(), new Date(now().getTime() - SESSION_IDLE_MS)],
  );
  const sessionsByAccount = new Map(sessionCounts.map((row) => [row.account_id, row.sessions]));
  return accountRows.map((row) => toAccountView(row, sessionsByAccount.get(row.id) ?? 0));
}

export type RevokeAccountKeys = (tx: TxCtx, account: number) => Promise<void>;

export const setAccountActive = (ctx: Ctx, id: number, isActive: boolean, revokeKeys: RevokeAccountKeys) =>
  changeAccountRow(ctx, id, async (tx, account) => {
    if (isActive) {
      await changeAccount(tx, account, { deactivatedAt: null });
      return 'Reactivated an account';
    }
    if (id === requireAccount(tx).id) {
      throw new AppError('CONFLICT', 'You cannot deactivate your own account; another owner can');
    }
    await changeAccount(tx, account, { deactivatedAt: tx.now(), isOwner: false });
    await endSessions(tx, id);
    await revokeKeys(tx, id);
    return 'Deactivated an account';
  });

/**
 * There may be several owners, and there is always at least one. Open sessions get the new role with their next
 * request.
 */
export const setRole = (ctx: Ctx, id: number, role: Role) =>
  changeAccountRow(ctx, id, async (tx, account) => {
    if (account.deactivatedAt && role === 'owner') {
      throw new AppError('CONFLICT', 'A deactivated account cannot own the site; reactivate it first');
    }
    const isNewOwner = role === 'owner' && !account.isOwner;
    await changeAccount(tx, account, makeHolderOfRole(role));
    if (isNewOwner) {
      const newOwnerMessageData = { newOwner: account.email, madeBy: requireAccount(tx).email };
      await queueOwnerMessages(tx, (recipient) =>
        newOwnerMessage.email({ recipient, data: newOwnerMessageData }),
      );
    }
    return `Gave an account the role ${capitalise(role)}`;
  });

/** Setting rights also ends an ownership, because owners have every right. */
export const setRights = (ctx: Ctx, id: number, rights: Right[]) =>
  changeAccountRow(ctx, id, async (tx, account) => {
    await changeAccount(tx, account, { rights, isOwner: false });
    return `Gave an account these rights: ${rights.join(', ') || 'none'}`;
  });

export const removeSecondFactor = (ctx: Ctx, id: number) =>
  changeAccountRow(ctx, id, async (tx, account) => {
    if (id === requireAccount(tx).id) {
      throw new AppError('CONFLICT', 'Turn it off in the part “Two-step sign-in” of your own account');
    }
    await queueTwoStepOffEmail(tx, account);
    await clearSecondFactor(tx, account);
    await endSessions(tx, id);
    return 'Took two-step sign-in off an account';
  });

export const endAccountSessions = (ctx: Ctx, id: number) =>
  changeAccountRow(ctx, id, async (tx) => {
    if (id === requireAccount(tx).id) {
      throw new AppError('CONFLICT', 'Sign out in the part “Where You Are Signed In” of your own account');
    }
    await endSessions(tx, id);
    return 'Signed an account out everywhere';
  });

/**
 * Somebody who is no owner any more must not come back by an invitation that they wrote earlier. Returns the text for
 * the activity log.
 */
async function endOwnInvitations(tx: TxCtx, { id, isOwner }: AccountRow): Promise<string> {
  const endedInvitationCount = isOwner ? 0 : await endInvitationsBy(tx, id);
  if (endedInvitationCount === 0) return '';
  return `, and ended ${endedInvitationCount === 1 ? '1 invitation' : `${endedInvitationCount} invitations`} that it wrote`;
}

async function changeAccountRow(
  ctx: Ctx,
  id: number,
  apply: (tx: TxCtx, account: AccountRow) => Promise<string>,
): Promise<{ id: number }> {
  refuseUnconfirmedPassword(ctx);
  await runInTransaction(ctx, async (tx) => {
    await lockOwner(tx);
    const account = await tx.em.findOne(AccountEntity, { id });
    if (!account) throw notFoundError('There is no such account');

    const description = await apply(tx, account);
    if ((await tx.em.count(AccountEntity, { isOwner: true })) === 0) {
      throw new AppError('CONFLICT', 'There is always an owner: make somebody else owner first');
    }
    await recordAccountActivity(tx, 'update', id, description + (await endOwnInvitations(tx, account)));
  });
  return { id };
}

import { type Ctx, refuseUnconfirmed, signedIn, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { endLinks } from './access-link.service.ts';
import { AccountEntity, type AccountRow } from './account.entity.ts';
import { accountView, changeAccount, lockAccounts, tellOwners } from './account.service.ts';
import { endSessions } from './session.service.ts';

export async function listAccounts({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const rows = await em.find(AccountEntity, {}, { orderBy: { email: 'asc' }, disableIdentityMap: true });
  const open = await em.execute<{ account_id: number; sessions: number }[]>(
    `select account_id, count(*)::int as sessions from sessions
     where ended_at is null and expires_at > ? group by account_id`,
    [now()],
  );
  const sessions = new Map(open.map((row) => [row.account_id, row.sessions]));
  return rows.map((row) => accountView(row, sessions.get(row.id) ?? 0));
}

export const setActive = (ctx: Ctx, id: number, isActive: boolean) => {
  refuseUnconfirmed(ctx);
  return change(ctx, id, async (tx, account) => {
    if (isActive) {
      await changeAccount(tx, account, { deactivatedAt: null });
      return 'Reactivated an account';
    }
    if (id === signedIn(tx).id) {
      throw new AppError('CONFLICT', 'You cannot deactivate your own account; another owner can');
    }
    await changeAccount(tx, account, { deactivatedAt: tx.now(), isOwner: false });
    await endSessions(tx, id);
    await endLinks(tx, 'password-reset', account.email);
    return 'Deactivated an account';
  });
};

/** There may be several owners, but never none. */
export const setOwner = (ctx: Ctx, id: number, isOwner: boolean) => {
  refuseUnconfirmed(ctx);
  return change(ctx, id, async (tx, account) => {
    if (account.deactivatedAt) {
      throw new AppError('CONFLICT', 'A deactivated account cannot own the site; reactivate it first');
    }
    const isNew = isOwner && !account.isOwner;
    await changeAccount(tx, account, { isOwner });
    if (isNew) {
      const data = { newOwner: account.email, madeBy: signedIn(tx).email };
      await tellOwners(tx, { kind: 'new-owner', data });
    }
    return isOwner ? 'Made an account owner' : 'Took the ownership from an account';
  });
};

/** Open sessions get the right, or lose it, with their next request. */
export const setMayReadMedical = (ctx: Ctx, id: number, mayReadMedical: boolean) => {
  refuseUnconfirmed(ctx);
  return change(ctx, id, async (tx, account) => {
    await changeAccount(tx, account, { mayReadMedical });
    return mayReadMedical
      ? 'Let an account read health information'
      : 'Took the right to read health information from an account';
  });
};

/** Locks the accounts, so that two owners cannot remove each other at the same time. */
async function change(
  ctx: Ctx,
  id: number,
  apply: (tx: TxCtx, account: AccountRow) => Promise<string>,
): Promise<{ id: number }> {
  await transaction(ctx, async (tx) => {
    await lockAccounts(tx);
    const caller = await tx.em.findOne(AccountEntity, { id: signedIn(tx).id });
    if (!caller?.isOwner) throw new AppError('FORBIDDEN', 'Only the owner of this site may do this');
    const account = await tx.em.findOne(AccountEntity, { id });
    if (!account) throw notFound('There is no such account');

    const description = await apply(tx, account);
    if ((await tx.em.count(AccountEntity, { isOwner: true })) === 0) {
      throw new AppError('CONFLICT', 'There is always an owner: make somebody else owner first');
    }
    await recordActivity(tx, { type: 'update', entityType: 'account', entityId: id, description });
  });
  return { id };
}

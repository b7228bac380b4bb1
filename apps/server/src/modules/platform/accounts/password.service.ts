import type { WorkAfterAnswer } from '../../../background/work-queue.ts';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findForUpdate } from '../../../database/row-lock.ts';
import { type AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { findLink, refuseInvalidLink, renewLink } from './access-link.service.ts';
import { AccountEntity, type AccountRow } from './account.entity.ts';
import { passwordResetMessage, signInLinkMessage } from './account.messages.ts';
import {
  changeAccount,
  hashNewPassword,
  lockAccounts,
  recordAccountActivity,
  refuseDifferentPasswords,
  typedPasswordActivity,
} from './account.service.ts';
import type { DeviceOwner } from './known-device.ts';
import { clearSecondFactor } from './second-factor.service.ts';
import { endSessions, recordConfirmation } from './session.service.ts';

const PASSWORD_NOT_CHANGED = 'The password was not changed';
interface TypedPassword {
  password: string;
  confirmPassword: string;
}

export async function changePassword(
  ctx: Ctx,
  { currentPassword, ...typed }: TypedPassword & { currentPassword: string },
): Promise<DeviceOwner> {
  const {
    id,
    email,
    passwordHash: former,
  } = await checkOwnPassword(ctx, currentPassword, PASSWORD_NOT_CHANGED);
  refuseDifferentPasswords(typed, PASSWORD_NOT_CHANGED);
  const passwordHash = await hashNewPassword(ctx, { email, password: typed.password }, PASSWORD_NOT_CHANGED);
  return runInTransaction(ctx, async (tx) => {
    await lockAccounts(tx);
    const account = await tx.em.findOne(AccountEntity, { id, passwordHash: former });
    // The password was changed by another request meanwhile
    if (!account) throw wrongPasswordError(PASSWORD_NOT_CHANGED);
    await recordAccountActivity(tx, 'update', account.id, 'Changed their password');
    return storePassword(tx, { account, passwordHash, exceptSession: requireAccount(tx).sessionId });
  });
}

export async function confirmPassword(ctx: Ctx, password: string): Promise<void> {
  await checkOwnPassword(ctx, password);
  const { id, sessionId } = requireAccount(ctx);
  await runInTransaction(ctx, async (tx) => {
    await recordConfirmation(tx, sessionId);
    await recordAccountActivity(tx, 'update', id, typedPasswordActivity);
  });
}

async function checkOwnPassword(ctx: Ctx, password: string, failed?: string): Promise<AccountRow> {
  const account = await ctx.em.findOneOrFail(
    AccountEntity,
    { id: requireAccount(ctx).id },
    { populate: ['passwordHash'], disableIdentityMap: true },
  );
  const isPasswordRight = await ctx.passwords.isRight(password, account.passwordHash, { isKnown: true });
  if (!isPasswordRight) throw wrongPasswordError(failed);
  return account;
}

const wrongPasswordError = (failed?: string): AppError =>
  invalidInputError([{ path: 'currentPassword', message: 'This is not your current password' }], failed);

/**
 * Returns before the email is sent, so the answer does not reveal whether there is an account. Sends at most
 * one link in five minutes.
 */
export async function requestPasswordReset(ctx: Ctx & { later: WorkAfterAnswer['add'] }, address: string) {
  const email = address.toLowerCase();
  if ((await ctx.em.count(AccountEntity, { email, deactivatedAt: null })) === 0) return;
  ctx.later(email, () => sendAccessLink(ctx, email, 'password-reset'));
}

/** For each purpose: the email, and the text of the activity log. */
const messagesByLinkPurpose = {
  'password-reset': [passwordResetMessage, 'A link for a new password was asked for'],
  'sign-in': [signInLinkMessage, 'A link to sign in was sent while wrong tries slow it down'],
} as const;

export const sendAccessLink = (
  ctx: Ctx,
  email: string,
  purpose: keyof typeof messagesByLinkPurpose,
): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    // The lock makes two simultaneous requests send one link
    const account = await findForUpdate(tx, AccountEntity, { email, deactivatedAt: null });
    const linkId = account && (await renewLink(tx, purpose, email));
    if (!linkId) return;
    const [kind, description] = messagesByLinkPurpose[purpose];
    await queueEmail(tx, kind.email({ data: { linkId }, recipient: email }));
    await recordAccountActivity(tx, 'update', account.id, description);
  });

export async function resetPassword(ctx: Ctx, { token, ...typed }: TypedPassword & { token: string }) {
  const { email } = await findLink(ctx, 'password-reset', token);
  refuseDifferentPasswords(typed, PASSWORD_NOT_CHANGED);
  const passwordHash = await hashNewPassword(ctx, { email, password: typed.password }, PASSWORD_NOT_CHANGED);
  return runInTransaction(ctx, async (tx) => {
    await lockAccounts(tx);
    // The link is read again, because another request may have used it meanwhile
    await findLink(tx, 'password-reset', token);
    const account = await tx.em.findOne(AccountEntity, { email });
    if (!account || account.deactivatedAt) return refuseInvalidLink();
    await recordAccountActivity(
      { ...tx, actor: account },
      'update',
      account.id,
      'Set a new password by the link of an email',
    );
    return { email, device: await storePassword(tx, { account, passwordHash }) };
  });
}

/** Sets a password from the command line. Also reactivates the account and turns two-step sign-in off. */
export async function replacePassword(
  ctx: Pick<Ctx, 'em' | 'now' | 'origin' | 'passwords'>,
  { email, password }: { email: string; password: string },
): Promise<AccountRow> {
  const passwordHash = await hashNewPassword(ctx, { email, password }, PASSWORD_NOT_CHANGED);
  return runInTransaction(ctx, async (tx) => {
    await lockAccounts(tx);
    const account = await tx.em.findOne(AccountEntity, { email: email.toLowerCase() });
    if (!account) throw notFoundError('There is no account with this email address');
    await storePassword(tx, { account, passwordHash });
    await changeAccount(tx, account, { deactivatedAt: null });
    await clearSecondFactor(tx, account);
    await recordAccountActivity(
      { ...tx, actor: null },
      'update',
      account.id,
      'Set a new password from the command line',
    );
    return account;
  });
}

type PasswordChange = { account: AccountRow; passwordHash: string; exceptSession?: string };

async function storePassword(
  tx: Pick<TxCtx, 'em' | 'now'>,
  { account, passwordHash, exceptSession }: PasswordChange,
): Promise<DeviceOwner> {
  await changeAccount(tx, account, { passwordHash });
  const { device } = await endSessions(tx, account.id, exceptSession);
  return device;
}

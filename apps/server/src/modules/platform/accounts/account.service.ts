import { randomUUID } from 'node:crypto';
import type { User } from '@institute/contract';
import type { ActivityType } from '@institute/contract/activity.constants';
import { rights as allRights, findRole, type RightsHolder } from '@institute/contract/rights.constants';
import { makeNameFromEmail, toInitials } from '@institute/contract/text';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import type { QueuedEmail } from '../../../messaging/message-kind.ts';
import { runInTransaction } from '../../../transaction.ts';
import { type ActivityCtx, recordActivity } from '../activity/activity.service.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { endLinks } from './access-link.service.ts';
import { AccountEntity, type AccountRow } from './account.entity.ts';
import { findPasswordFault } from './password.ts';

export interface Credentials {
  email: string;
  password: string;
}
export type Account = Pick<AccountRow, 'id' | 'email' | 'isOwner' | 'rights' | 'secondFactorAt'>;

/** Message of every refused sign-up. The first detail names the reason. */
export const SIGNUP_FAILED = 'Sign-up failed';

/** Makes an account without an invitation, at sign-up or from the shell. The account has every right. */
export async function createAccount(
  ctx: Pick<Ctx, 'em' | 'passwords'>,
  credentials: Credentials,
): Promise<AccountRow> {
  const { email } = credentials;
  const passwordHash = await hashNewPassword(ctx, credentials, SIGNUP_FAILED);
  return insertAccount(ctx, { email, passwordHash, isOwner: false, rights: [...allRights] });
}

export function insertAccount(
  ctx: Pick<Ctx, 'em'>,
  { email, ...given }: Pick<AccountRow, 'email' | 'passwordHash' | 'isOwner' | 'rights'>,
): Promise<AccountRow> {
  const lowerCaseEmail = email.toLowerCase();
  return runInTransaction(ctx, async (tx) => {
    await lockAccounts(tx);
    if ((await tx.em.count(AccountEntity, { email: lowerCaseEmail })) > 0)
      throw emailTakenError(SIGNUP_FAILED);
    const isFirstAccount = (await tx.em.count(AccountEntity)) === 0;
    const ownerFields = isFirstAccount && { isOwner: true, rights: [...allRights] };
    const account = tx.em.create(AccountEntity, { ...given, email: lowerCaseEmail, ...ownerFields });
    await tx.em.flush();
    await endLinks(tx, 'invitation', lowerCaseEmail);
    return account;
  });
}

type ChangeableColumn =
  | 'passwordHash'
  | 'deactivatedAt'
  | 'isOwner'
  | 'rights'
  | 'secondFactorAt'
  | 'secondFactorSecret'
  | 'secondFactorStep';

export async function changeAccount(
  { em }: Pick<TxCtx, 'em'>,
  account: AccountRow,
  changes: Partial<Pick<AccountRow, ChangeableColumn>>,
): Promise<void> {
  em.assign(account, changes);
  await em.flush();
}

/**
 * Text of the activity that is recorded when the password is typed again. The weekly report for owners counts these.
 */
export const typedPasswordActivity = 'Typed the password again';

/** Records an activity of accounts. `entityId` is null while an account is only invited and has no row. */
export const recordAccountActivity = (
  tx: ActivityCtx,
  type: ActivityType,
  entityId: number | null,
  description: string,
): Promise<number> => recordActivity(tx, { type, entityType: 'account', entityId, description });

/**
 * Returns false when the account changed after its credentials were checked. Such a change ends all sessions,
 * so a new one must not start.
 */
export async function recordSignIn(
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  { id, passwordHash, secondFactorAt = null }: AccountRow,
): Promise<boolean> {
  const unchangedAccount = { id, passwordHash, secondFactorAt, deactivatedAt: null };
  return (await em.nativeUpdate(AccountEntity, unchangedAccount, { lastSignInAt: now() })) > 0;
}

/** Makes the account's devices unknown. Returns the key for devices that stay known. */
export async function forgetDevices({ em }: Pick<TxCtx, 'em'>, id: number): Promise<string> {
  const deviceKey = randomUUID();
  await em.nativeUpdate(AccountEntity, { id }, { deviceKey });
  return deviceKey;
}

/** Returns false when this time step or a later one was used before. */
export async function markCodeStepUsed({ em }: Pick<Ctx, 'em'>, id: number, step: number): Promise<boolean> {
  const unusedStepFilter = { $or: [{ secondFactorStep: null }, { secondFactorStep: { $lt: step } }] };
  return (await em.nativeUpdate(AccountEntity, { id, ...unusedStepFilter }, { secondFactorStep: step })) > 0;
}

export const findAccountForSignIn = ({ em }: Pick<Ctx, 'em'>, email: string): Promise<AccountRow | null> =>
  em.findOne(
    AccountEntity,
    { email: email.toLowerCase() },
    { populate: ['passwordHash', 'secondFactorSecret'], disableIdentityMap: true },
  );

/**
 * Reads the present rights of an account for work that it began and that continues without a session. Null when the
 * account is deactivated or does not exist any more.
 */
export const findActiveAccount = ({ em }: Pick<Ctx, 'em'>, id: number): Promise<RightsHolder | null> =>
  em.findOne(AccountEntity, { id, deactivatedAt: null }, { disableIdentityMap: true });

export async function listOwners({ em }: Pick<Ctx, 'em'>): Promise<string[]> {
  const owners = await em.find(AccountEntity, { isOwner: true, deactivatedAt: null });
  return owners.map(({ email }) => email);
}

/** Emails every owner, so that the thief of an account cannot take over the site unnoticed. */
export async function queueOwnerMessages(
  tx: Pick<TxCtx, 'em' | 'now'>,
  noticeTo: (recipient: string) => QueuedEmail,
): Promise<void> {
  for (const email of await listOwners(tx)) await queueEmail(tx, noticeTo(email));
}

/** Reads the database, because the right may have been taken since the request began. */
export async function hasMedicalRight({ em }: Pick<Ctx, 'em'>, id: number): Promise<boolean> {
  return (await em.count(AccountEntity, { id, rights: { $contains: ['health'] }, deactivatedAt: null })) > 0;
}

/**
 * Call it before a change of accounts. It prevents simultaneous calls from creating two first owners or
 * removing the last one.
 */
export const lockAccounts = ({ em }: Pick<TxCtx, 'em'>): Promise<unknown> =>
  em.execute('lock table accounts in share row exclusive mode');

/**
 * The lock prevents two owners from removing each other at the same time. Reads the account again, because
 * another owner may have removed the ownership meanwhile.
 */
export async function lockOwner(tx: TxCtx): Promise<AccountRow> {
  await lockAccounts(tx);
  const callerAccount = await tx.em.findOne(AccountEntity, { id: requireAccount(tx).id }, { refresh: true });
  if (!callerAccount?.isOwner) throw new AppError('FORBIDDEN', 'Only the owner of this site may do this');
  return callerAccount;
}

export async function hashNewPassword(
  { passwords }: Pick<Ctx, 'passwords'>,
  { email, password }: Credentials,
  failed: string,
): Promise<string> {
  const passwordFault = await findPasswordFault(password, email);
  if (passwordFault) throw invalidInputError([{ path: 'password', message: passwordFault }], failed);
  return passwords.hash(password);
}

export function refuseDifferentPasswords(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  failed: string,
): void {
  if (password === confirmPassword) return;
  throw invalidInputError([{ path: 'confirmPassword', message: 'Passwords do not match' }], failed);
}

export const wrongCredentialsError = (code?: string): AppError =>
  new AppError('INVALID_CREDENTIALS', code ? 'Invalid email, password or code' : 'Invalid email or password');

export function emailTakenError(failed: string): AppError {
  const takenEmailDetails = [
    { path: 'email', message: 'There is an account with this email address already' },
  ];
  return new AppError('EMAIL_TAKEN', failed, { details: takenEmailDetails });
}

export function toUserView({ id, email }: Pick<AccountRow, 'id' | 'email'>): User {
  const nameFromAddress = makeNameFromEmail(email);
  return { id, email, name: nameFromAddress, avatar: toInitials(nameFromAddress) };
}

export const toAccountView = (row: AccountRow, openSessions: number) => ({
  ...pickFields(row, 'id', 'email', 'isOwner', 'rights', 'createdAt', 'lastSignInAt'),
  role: findRole(row),
  isActive: !row.deactivatedAt,
  hasSecondFactor: Boolean(row.secondFactorAt),
  sessions: row.deactivatedAt ? 0 : openSessions,
});

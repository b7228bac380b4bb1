import type { Ctx, TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { endLinks } from './access-link.service.ts';
import { AccountEntity, type AccountRow } from './account.entity.ts';
import { hashPassword, isRightPassword, passwordFault } from './password.ts';

export interface Credentials {
  email: string;
  password: string;
}
export type Account = Pick<AccountRow, 'id' | 'email' | 'isOwner'>;

/** The head of every refusal; the reason is its first detail. */
export const SIGNUP_FAILED = 'Sign-up failed';

/** Makes an account; the first one is the owner's. */
export async function createAccount(
  ctx: Pick<Ctx, 'em'>,
  { email, password }: Credentials,
): Promise<Account> {
  const passwordHash = await newPasswordHash({ email, password }, SIGNUP_FAILED);
  const address = email.toLowerCase();
  return transaction(ctx, async (tx) => {
    await lockAccounts(tx);
    if ((await tx.em.count(AccountEntity, { email: address })) > 0) throw emailTaken(SIGNUP_FAILED);
    const isOwner = (await tx.em.count(AccountEntity)) === 0;
    const account = tx.em.create(AccountEntity, { email: address, passwordHash, isOwner });
    await tx.em.flush();
    await endLinks(tx, 'invitation', address);
    return account;
  });
}

/** The only change of a stored account. */
export async function changeAccount(
  { em }: Pick<TxCtx, 'em'>,
  account: AccountRow,
  changes: Partial<Pick<AccountRow, 'passwordHash' | 'deactivatedAt' | 'isOwner'>>,
): Promise<void> {
  em.assign(account, changes);
  await em.flush();
}

/** False for an account that was deactivated a moment ago. */
export async function noteSignIn({ em, now }: Pick<TxCtx, 'em' | 'now'>, id: number): Promise<boolean> {
  return (await em.nativeUpdate(AccountEntity, { id, deactivatedAt: null }, { lastSignInAt: now() })) > 0;
}

/** The account that these credentials open. Nobody learns which part of them is wrong. */
export async function checkCredentials(
  { em }: Pick<Ctx, 'em'>,
  { email, password }: Credentials,
): Promise<Account> {
  const account = await em.findOne(
    AccountEntity,
    { email: email.toLowerCase() },
    { populate: ['passwordHash'], disableIdentityMap: true },
  );
  const isRight = await isRightPassword(password, account?.passwordHash);
  if (account && isRight && !account.deactivatedAt) return account;
  throw wrongCredentials();
}

/** Whoever changes accounts does so one after the other: two at once must not both be the first, or the last. */
export const lockAccounts = ({ em }: Pick<TxCtx, 'em'>): Promise<unknown> =>
  em.execute('lock table accounts in share row exclusive mode');

/** What is kept of a password that may be used; `failed` heads the refusal of another. */
export async function newPasswordHash({ email, password }: Credentials, failed: string): Promise<string> {
  const fault = await passwordFault(password, email);
  if (fault) throw invalid([{ path: 'password', message: fault }], failed);
  return hashPassword(password);
}

export function refuseDifferent(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  failed: string,
): void {
  if (password === confirmPassword) return;
  throw invalid([{ path: 'confirmPassword', message: 'Passwords do not match' }], failed);
}

export const wrongCredentials = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'Invalid email or password');

export function emailTaken(failed: string): AppError {
  const details = [{ path: 'email', message: 'There is an account with this email address already' }];
  return new AppError('EMAIL_TAKEN', failed, { details });
}

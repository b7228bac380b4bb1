import type { User } from '@institute/contract';
import { initials, nameFromEmail } from '@institute/contract/rules';
import type { Ctx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
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
  { em }: Pick<Ctx, 'em'>,
  { email, password }: Credentials,
): Promise<Account> {
  const fault = await passwordFault(password, email);
  if (fault) throw invalid([{ path: 'password', message: fault }], SIGNUP_FAILED);

  const [address, passwordHash] = [email.toLowerCase(), await hashPassword(password)];
  return em.transactional(async (tx) => {
    // one after the other: two at once must not both be the first
    await tx.execute('lock table accounts in share row exclusive mode');
    if ((await tx.count(AccountEntity, { email: address })) > 0) throw emailTaken();
    const isOwner = (await tx.count(AccountEntity)) === 0;
    const account = tx.create(AccountEntity, { email: address, passwordHash, isOwner });
    await tx.flush();
    return account;
  });
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
  throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
}

export function userView({ id, email }: Pick<Account, 'id' | 'email'>): User {
  const name = nameFromEmail(email);
  return { id, email, name, avatar: initials(name) };
}

function emailTaken(): AppError {
  const details = [{ path: 'email', message: 'There is an account with this email address already' }];
  return new AppError('EMAIL_TAKEN', SIGNUP_FAILED, { details });
}

import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { guard, type Watched } from '../wrong-tries/wrong-try.service.ts';
import type { AccountRow } from './account.entity.ts';
import { type Account, type Credentials, findForSignIn, wrongCredentials } from './account.service.ts';
import type { KnownDevice } from './known-device.ts';
import { isRightPassword } from './password.ts';

interface Caller {
  network: string;
  device: KnownDevice | null;
}

/**
 * Returns the account of these credentials. The error does not say which of the two is wrong. Guesses cannot lock an
 * account: they slow down unknown devices, but never a device on which the account has signed in.
 */
export async function checkCredentials(
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  { email, password }: Credentials,
  caller: Caller,
): Promise<Account> {
  const account = await findForSignIn(ctx, email);
  return guard(
    ctx,
    watchedOf(email, account, caller),
    async () => {
      const isRight = await isRightPassword(password, account?.passwordHash);
      if (account && isRight && !account.deactivatedAt) return account;
      throw wrongCredentials();
    },
    (error) => error instanceof AppError && error.code === 'INVALID_CREDENTIALS',
  );
}

/** A new password resets the counts of an account, because guesses of the old one reveal nothing about it. */
function watchedOf(email: string, account: AccountRow | null, { network, device }: Caller): Watched[] {
  const guessed = `${email.toLowerCase()} ${account?.passwordHash ?? ''}`;
  if (account && device?.accounts.includes(account.id)) {
    return [{ rule: 'device', key: `${guessed} ${device.device}` }];
  }
  return [
    { rule: 'account and network', key: `${guessed} ${network}` },
    { rule: 'network', key: network },
    { rule: 'account', key: guessed },
  ];
}

import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { guardTries, type Watched } from '../throttling/wrong-try.service.ts';
import type { AccountRow } from './account.entity.ts';
import { newDevice } from './account.messages.ts';
import { type Credentials, findForSignIn, wrongCredentials } from './account.service.ts';
import { type LimitCtx, watchSignIn } from './closed-limits.ts';
import { type KnownDevice, knowsAccount } from './known-device.ts';
import { checkCode } from './second-factor.service.ts';
import { type Opened, startSession } from './session.service.ts';

interface Caller {
  network: string;
  device: KnownDevice | null;
}
interface Typed extends Credentials {
  code?: string | undefined;
}

/** Emails the account when the device is new. */
export async function signInWithPassword(ctx: Ctx, typed: Typed, caller: Caller): Promise<Opened> {
  const account = await checkCredentials(ctx, typed, caller);
  return transaction(ctx, async (tx) => {
    const opened = await startSession(tx, account, 'login');
    if (account.lastSignInAt && !knowsAccount(caller.device, account)) {
      const data = { at: tx.now().toISOString(), ...tx.origin };
      await queueEmail(tx, newDevice.email({ data, recipient: account.email }));
    }
    return opened;
  });
}

/**
 * The error does not say which credential is wrong. Guesses slow down unknown devices, never a device on
 * which the account has signed in.
 */
async function checkCredentials(
  ctx: LimitCtx & Pick<Ctx, 'passwords'>,
  { email, password, code }: Typed,
  caller: Caller,
): Promise<AccountRow> {
  const account = await findForSignIn(ctx, email);
  return guardTries(
    ctx,
    listWatched(ctx, email, account, caller),
    async () => {
      const isRight = await ctx.passwords.isRight(password, account?.passwordHash);
      if (!account || !isRight || account.deactivatedAt) throw wrongCredentials(code);
      if (!account.secondFactorAt) return account;
      if (!code) throw new AppError('SECOND_FACTOR_REQUIRED', 'Type the code of your authenticator app');
      await checkCode(ctx, account, code);
      return account;
    },
    (error) => error instanceof AppError && error.code === 'INVALID_CREDENTIALS',
  );
}

/** A new password resets the counts, because earlier guesses reveal nothing about it. */
function listWatched(
  ctx: LimitCtx,
  email: string,
  account: AccountRow | null,
  { network, device }: Caller,
): Watched[] {
  const guessed = `${email.toLowerCase()} ${account?.passwordHash ?? ''}`;
  if (account && device && knowsAccount(device, account)) {
    return [watchSignIn(ctx, { rule: 'device', key: `${guessed} ${device.device}` }, account)];
  }
  return [
    watchSignIn(ctx, { rule: 'account and network', key: `${guessed} ${network}` }, account),
    watchSignIn(ctx, { rule: 'network', key: network }, account),
    watchSignIn(ctx, { rule: 'account', key: guessed }, account),
  ];
}

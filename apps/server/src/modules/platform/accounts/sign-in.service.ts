import type { LaterWork } from '../../../background/work-queue.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, hasCode } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { findClosedMs, guardTries, type WatchedKey } from '../wrong-tries/wrong-try.service.ts';
import { endLinks, findLink, refuseLink } from './access-link.service.ts';
import type { AccountRow } from './account.entity.ts';
import { newDeviceMessage } from './account.messages.ts';
import { type Credentials, findForSignIn, wrongCredentialsError } from './account.service.ts';
import { type LimitCtx, watchSignIn } from './closed-limits.ts';
import { isKnownTo, type KnownDevice } from './known-device.ts';
import { sendLink } from './password.service.ts';
import { checkCode } from './second-factor.service.ts';
import { type NewSession, startSession } from './session.service.ts';

interface Caller {
  network: string;
  /** For IPv6 a /48, which contains many networks. */
  block: string;
  device: KnownDevice | null;
}
type SignInCtx = Ctx & { later: LaterWork['add'] };
interface LinkSignIn {
  token: string;
  code?: string | undefined;
}
interface SignIn extends Credentials {
  code?: string | undefined;
}

/** Emails the account when the device is new. */
export async function signInWithPassword(ctx: SignInCtx, typed: SignIn, caller: Caller): Promise<NewSession> {
  const account = await checkCredentials(ctx, typed, caller);
  return runInTransaction(ctx, (tx) => openOnDevice(tx, account, caller.device));
}

async function openOnDevice(tx: TxCtx, account: AccountRow, device: KnownDevice | null): Promise<NewSession> {
  const opened = await startSession(tx, account, 'login');
  if (account.lastSignInAt && !isKnownTo(device, account)) {
    const data = { at: tx.now().toISOString(), ...tx.origin };
    await queueEmail(tx, newDeviceMessage.email({ data, recipient: account.email }));
  }
  return opened;
}

/**
 * The error does not say which credential is wrong. Guesses close the account for unknown devices, never for
 * those on which it has signed in. While it is closed, the right password gets a link to its mailbox.
 */
async function checkCredentials(ctx: SignInCtx, typed: SignIn, caller: Caller): Promise<AccountRow> {
  const account = await findForSignIn(ctx, typed.email);
  const isKnown = account !== null && isKnownTo(caller.device, account);
  const watched = listWatched(ctx, typed.email, account, caller);
  const ofAccount = watched.filter(({ rule }) => rule === 'account');
  const closedMs = await findClosedMs(ctx, ofAccount);
  if (closedMs > 0) {
    const others = watched.filter((each) => !ofAccount.includes(each));
    return answerByMailbox(ctx, { account, password: typed.password, closedMs }, others);
  }
  return guardTries(
    ctx,
    watched,
    async () => {
      const isRight = await ctx.passwords.isRight(typed.password, account?.passwordHash, { isKnown });
      if (!account || !isRight || account.deactivatedAt) throw wrongCredentialsError(typed.code);
      await checkSecondFactor(ctx, account, typed.code);
      return account;
    },
    hasCode('INVALID_CREDENTIALS'),
  );
}

async function checkSecondFactor(ctx: Ctx, account: AccountRow, code: string | undefined): Promise<void> {
  if (!account.secondFactorAt) return;
  if (!code) throw new AppError('SECOND_FACTOR_REQUIRED', 'Type the code of your authenticator app');
  await checkCode(ctx, account, code);
}

interface Try {
  account: AccountRow | null;
  password: string;
  closedMs: number;
}

/** Only the mailbox shows whether the password is right: every try is counted and answered alike. */
function answerByMailbox(
  ctx: SignInCtx,
  { account, password, closedMs }: Try,
  watched: readonly WatchedKey[],
): Promise<never> {
  return guardTries(
    ctx,
    watched,
    async () => {
      const isRight = await ctx.passwords.isRight(password, account?.passwordHash);
      if (isRight && account) ctx.later(account.email, () => sendLink(ctx, account.email, 'sign-in'));
      const message = 'If the password is right, we have sent a link to your mailbox.';
      throw new AppError('RATE_LIMITED', message, {
        details: [{ path: '', message }],
        retryAfter: closedMs / 1000,
      });
    },
    () => true,
  );
}

/** The link replaces the password, not the code of two-step sign-in. The account hears of a new device. */
export async function signInByLink(
  ctx: Ctx,
  { token, code }: LinkSignIn,
  device: KnownDevice | null,
): Promise<NewSession> {
  const { email } = await findLink(ctx, 'sign-in', token);
  const account = await findForSignIn(ctx, email);
  if (!account || account.deactivatedAt) return refuseLink();
  await checkSecondFactor(ctx, account, code);
  return runInTransaction(ctx, async (tx) => {
    // Another request may have used it meanwhile
    if ((await endLinks(tx, 'sign-in', email)) === 0) return refuseLink();
    return openOnDevice(tx, account, device);
  });
}

/** A new password resets the counts, because earlier guesses reveal nothing about it. */
function listWatched(ctx: LimitCtx, email: string, account: AccountRow | null, caller: Caller) {
  const { network, block, device } = caller;
  const guessKey = `${email.toLowerCase()} ${account?.passwordHash ?? ''}`;
  if (account && device && isKnownTo(device, account)) {
    return [watchSignIn(ctx, { rule: 'device', key: `${guessKey} ${device.device}` }, account)];
  }
  return [
    watchSignIn(ctx, { rule: 'account and network', key: `${guessKey} ${network}` }, account),
    watchSignIn(ctx, { rule: 'network', key: network }, account),
    ...(block === network ? [] : [watchSignIn(ctx, { rule: 'network block', key: block }, account)]),
    watchSignIn(ctx, { rule: 'account', key: guessKey }, account),
  ];
}

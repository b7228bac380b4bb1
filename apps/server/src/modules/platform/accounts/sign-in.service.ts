import type { WorkAfterAnswer } from '../../../background/work-queue.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, makeCodeCheck } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { findBlockedMs, guardTries, type WatchedKey } from '../wrong-tries/wrong-try.service.ts';
import { endLinks, findLink, refuseInvalidLink } from './access-link.service.ts';
import type { AccountRow } from './account.entity.ts';
import { newDeviceMessage } from './account.messages.ts';
import { type Credentials, findAccountForSignIn, wrongCredentialsError } from './account.service.ts';
import { type LimitCtx, makeWatchedSignInKey } from './closed-limits.ts';
import { isDeviceOfAccount, type KnownDevice } from './known-device.ts';
import { sendAccessLink } from './password.service.ts';
import { checkSecondFactorCode } from './second-factor.service.ts';
import { type NewSession, startSession } from './session.service.ts';

interface SignInCaller {
  network: string;
  /** For IPv6 the /48 of the caller, which contains many networks. Otherwise equal to `network`. */
  block: string;
  device: KnownDevice | null;
}
type SignInCtx = Ctx & { later: WorkAfterAnswer['add'] };
interface LinkSignIn {
  token: string;
  code?: string | undefined;
}
interface SignInInput extends Credentials {
  code?: string | undefined;
}

/** Emails the account when the device is new. */
export async function signInWithPassword(
  ctx: SignInCtx,
  typed: SignInInput,
  caller: SignInCaller,
): Promise<NewSession> {
  const account = await checkCredentials(ctx, typed, caller);
  return runInTransaction(ctx, (tx) => startSessionOnDevice(tx, account, caller.device));
}

async function startSessionOnDevice(
  tx: TxCtx,
  account: AccountRow,
  device: KnownDevice | null,
): Promise<NewSession> {
  const newSession = await startSession(tx, account, 'login');
  if (account.lastSignInAt && !isDeviceOfAccount(device, account)) {
    const newDeviceMessageData = { at: tx.now().toISOString(), ...tx.origin };
    await queueEmail(tx, newDeviceMessage.email({ data: newDeviceMessageData, recipient: account.email }));
  }
  return newSession;
}

/**
 * The error does not say which credential is wrong. Too many wrong passwords close the account for unknown devices,
 * and never for its known devices. While the account is closed, the right password only sends a link to its mailbox.
 */
async function checkCredentials(
  ctx: SignInCtx,
  typed: SignInInput,
  caller: SignInCaller,
): Promise<AccountRow> {
  const account = await findAccountForSignIn(ctx, typed.email);
  const isKnownDevice = account !== null && isDeviceOfAccount(caller.device, account);
  const watchedKeys = listWatchedKeys(ctx, typed.email, account, caller);
  const accountKeys = watchedKeys.filter(({ rule }) => rule === 'account');
  const accountBlockedMs = await findBlockedMs(ctx, accountKeys);
  if (accountBlockedMs > 0) {
    const keysOfOtherRules = watchedKeys.filter((each) => !accountKeys.includes(each));
    return answerWithMailLink(
      ctx,
      { account, password: typed.password, closedMs: accountBlockedMs },
      keysOfOtherRules,
    );
  }
  return guardTries(
    ctx,
    watchedKeys,
    async () => {
      const isPasswordRight = await ctx.passwords.isRight(typed.password, account?.passwordHash, {
        isKnown: isKnownDevice,
      });
      if (!account || !isPasswordRight || account.deactivatedAt) throw wrongCredentialsError(typed.code);
      await checkSecondFactor(ctx, account, typed.code);
      return account;
    },
    makeCodeCheck('INVALID_CREDENTIALS'),
  );
}

async function checkSecondFactor(ctx: Ctx, account: AccountRow, code: string | undefined): Promise<void> {
  if (!account.secondFactorAt) return;
  if (!code) throw new AppError('SECOND_FACTOR_REQUIRED', 'Type the code of your authenticator app');
  await checkSecondFactorCode(ctx, account, code);
}

interface ClosedTry {
  account: AccountRow | null;
  password: string;
  closedMs: number;
}

/** Only the mailbox shows whether the password is right: every try is counted and answered alike. */
function answerWithMailLink(
  ctx: SignInCtx,
  { account, password, closedMs }: ClosedTry,
  watched: readonly WatchedKey[],
): Promise<never> {
  return guardTries(
    ctx,
    watched,
    async () => {
      const isTypedPasswordRight = await ctx.passwords.isRight(password, account?.passwordHash);
      if (isTypedPasswordRight && account)
        ctx.later(account.email, () => sendAccessLink(ctx, account.email, 'sign-in'));
      const linkSentMessage = 'If the password is right, we have sent a link to your mailbox.';
      throw new AppError('RATE_LIMITED', linkSentMessage, {
        details: [{ path: '', message: linkSentMessage }],
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
  const account = await findAccountForSignIn(ctx, email);
  if (!account || account.deactivatedAt) return refuseInvalidLink();
  await checkSecondFactor(ctx, account, code);
  return runInTransaction(ctx, async (tx) => {
    // Zero links mean that another request has used this one meanwhile
    if ((await endLinks(tx, 'sign-in', email)) === 0) return refuseInvalidLink();
    return startSessionOnDevice(tx, account, device);
  });
}

/** A new password resets the counts, because earlier guesses reveal nothing about it. */
function listWatchedKeys(ctx: LimitCtx, email: string, account: AccountRow | null, caller: SignInCaller) {
  const { network, block, device } = caller;
  const passwordGuessKey = `${email.toLowerCase()} ${account?.passwordHash ?? ''}`;
  if (account && device && isDeviceOfAccount(device, account)) {
    return [
      makeWatchedSignInKey(ctx, { rule: 'device', key: `${passwordGuessKey} ${device.device}` }, account),
    ];
  }
  return [
    makeWatchedSignInKey(
      ctx,
      { rule: 'account and network', key: `${passwordGuessKey} ${network}` },
      account,
    ),
    makeWatchedSignInKey(ctx, { rule: 'network', key: network }, account),
    ...(block === network ? [] : [makeWatchedSignInKey(ctx, { rule: 'network block', key: block }, account)]),
    makeWatchedSignInKey(ctx, { rule: 'account', key: passwordGuessKey }, account),
  ];
}

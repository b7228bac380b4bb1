import { refuseUnconfirmedPassword, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError, makeCodeCheck } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueEmail } from '../outbox/outbox.service.ts';
import { guardTries } from '../wrong-tries/wrong-try.service.ts';
import { AccountEntity, type AccountRow, RecoveryCodeEntity, SignInRuleEntity } from './account.entity.ts';
import { twoStepOffMessage } from './account.messages.ts';
import {
  changeAccount,
  lockAccounts,
  lockOwner,
  markCodeStepUsed,
  recordAccountActivity,
  wrongCredentialsError,
} from './account.service.ts';
import { accountSecretColumn, openSecret } from './account-secrets.ts';
import { type LimitCtx, makeWatchedSignInKey } from './closed-limits.ts';
import {
  findClockOffset,
  findMatchingStep,
  hashRecoveryCode,
  makeRecoveryCodes,
  makeSetUpUri,
  makeTotpSecret,
  normalizeCode,
} from './codes.ts';
import { endSessions, isSecondFactorDemanded } from './session.service.ts';

type CodeCtx = Pick<Ctx, 'config' | 'em' | 'now'>;

/**
 * A code works once. Wrong codes count for the account on all networks, because only somebody who knows the password
 * gets this far.
 */
export const checkSecondFactorCode = (ctx: LimitCtx, account: AccountRow, typed: string): Promise<void> =>
  guardTries(
    ctx,
    [makeWatchedSignInKey(ctx, { rule: 'second factor', key: String(account.id) }, account)],
    async () => {
      const normalizedCode = normalizeCode(typed);
      if (await spendSecondFactorCode(ctx, account, normalizedCode)) return;
      const clockFault = findClockFault(ctx, account, normalizedCode);
      throw clockFault ? new AppError('INVALID_CREDENTIALS', clockFault) : wrongCredentialsError(typed);
    },
    makeCodeCheck('INVALID_CREDENTIALS'),
  );

async function spendSecondFactorCode(ctx: CodeCtx, account: AccountRow, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) {
    const codeStep = findCodeStep(ctx, account, code);
    return codeStep !== null && (await markCodeStepUsed(ctx, account.id, codeStep));
  }
  const hash = hashRecoveryCode(code);
  return (await ctx.em.nativeDelete(RecoveryCodeEntity, { hash, account: account.id })) > 0;
}

function readSecondFactorSecret({ config }: Pick<CodeCtx, 'config'>, account: AccountRow): string | null {
  const sealedSecret = account.secondFactorSecret;
  return sealedSecret ? openSecret(config, account.id, sealedSecret) : null;
}

function findCodeStep(ctx: CodeCtx, account: AccountRow, code: string): number | null {
  const secret = readSecondFactorSecret(ctx, account);
  return secret === null ? null : findMatchingStep(secret, code, ctx.now());
}

/** Advice for a code from a clock that is off by minutes. Undefined for any other code. */
function findClockFault(ctx: CodeCtx, account: AccountRow, code: string): string | undefined {
  const secret = readSecondFactorSecret(ctx, account);
  const offsetMinutes = secret === null ? null : findClockOffset(secret, code, ctx.now());
  if (offsetMinutes === null) return undefined;
  const minutesText = Math.abs(offsetMinutes) === 1 ? '1 minute' : `${Math.abs(offsetMinutes)} minutes`;
  return offsetMinutes > 0
    ? `The clock of the phone is about ${minutesText} fast. Let it set its time by itself, then type the new code`
    : `This code is about ${minutesText} old. When the app shows it now, the clock of the phone is slow: let it set its time by itself, then type the new code`;
}

export async function readSecondFactorState(ctx: Ctx) {
  const { id } = requireAccount(ctx);
  const { secondFactorAt } = await ctx.em.findOneOrFail(AccountEntity, { id }, { disableIdentityMap: true });
  return {
    isOn: Boolean(secondFactorAt),
    isDemanded: await isSecondFactorDemanded(ctx),
    recoveryCodes: await ctx.em.count(RecoveryCodeEntity, { account: id }),
  };
}

/** Sign-in asks for a code only after `finishSecondFactor`. */
export async function beginSecondFactor(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  refuseUnconfirmedPassword(ctx);
  const secret = makeTotpSecret();
  await runInTransaction(ctx, async (tx) => {
    const account = await lockAccountToSetUp(tx);
    await changeAccount(tx, account, {
      secondFactorSecret: accountSecretColumn.seal(tx.config.dataKeys, account.id, secret),
      secondFactorStep: null,
    });
  });
  const totpIssuer = new URL(ctx.config.publicUrl).hostname;
  return { secret, uri: makeSetUpUri(secret, { issuer: totpIssuer, email: requireAccount(ctx).email }) };
}

/** Turns two-step sign-in on, and ends all other sessions, because they began with a password alone. */
export async function finishSecondFactor(ctx: Ctx, code: string) {
  refuseUnconfirmedPassword(ctx);
  const { id, sessionId } = requireAccount(ctx);
  return runInTransaction(ctx, async (tx) => {
    const account = await lockAccountToSetUp(tx);
    const step = findCodeStep(tx, account, normalizeCode(code));
    if (step === null) {
      throw invalidInputError([
        {
          path: 'code',
          message:
            findClockFault(tx, account, normalizeCode(code)) ??
            'This is not the code that the app shows now. Is the clock of the phone right?',
        },
      ]);
    }
    await changeAccount(tx, account, { secondFactorAt: tx.now(), secondFactorStep: step });
    const { device } = await endSessions(tx, id, sessionId);
    await recordAccountActivity(tx, 'update', id, 'Turned on two-step sign-in');
    return { recoveryCodes: await replaceRecoveryCodes(tx, id), device };
  });
}

export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const account = await lockOwnAccount(tx);
    if (!account.secondFactorAt) throw new AppError('CONFLICT', 'Two-step sign-in is off');
    await recordAccountActivity(tx, 'update', account.id, 'Made new recovery codes');
    return { recoveryCodes: await replaceRecoveryCodes(tx, account.id) };
  });
}

export async function turnOffSecondFactor(ctx: Ctx): Promise<void> {
  refuseUnconfirmedPassword(ctx);
  await runInTransaction(ctx, async (tx) => {
    const account = await lockOwnAccount(tx);
    if (await isSecondFactorDemanded(tx)) {
      throw new AppError('CONFLICT', 'The owners demand two-step sign-in of every account');
    }
    await queueTwoStepOffEmail(tx, account);
    await clearSecondFactor(tx, account);
    await recordAccountActivity(tx, 'update', account.id, 'Turned off two-step sign-in');
  });
}

/** Only an owner who uses two-step sign-in may demand it of others. */
export async function demandSecondFactor(ctx: Ctx, isDemanded: boolean): Promise<{ isDemanded: boolean }> {
  refuseUnconfirmedPassword(ctx);
  await runInTransaction(ctx, async (tx) => {
    const { secondFactorAt } = await lockOwner(tx);
    if (isDemanded && !secondFactorAt) {
      throw new AppError('CONFLICT', 'Turn it on for your own account first');
    }
    await tx.em.upsert(SignInRuleEntity, { id: 1, demandsSecondFactor: isDemanded });
    await recordAccountActivity(
      tx,
      'update',
      null,
      isDemanded ? 'Demanded two-step sign-in of every account' : 'Left two-step sign-in to each account',
    );
  });
  return { isDemanded };
}

/** Emails the account, so that a thief cannot turn two-step sign-in off unnoticed. */
export async function queueTwoStepOffEmail(tx: TxCtx, { email, secondFactorAt }: AccountRow): Promise<void> {
  if (!secondFactorAt) return;
  const twoStepOffMessageData = { by: requireAccount(tx).email, at: tx.now().toISOString() };
  await queueEmail(tx, twoStepOffMessage.email({ data: twoStepOffMessageData, recipient: email }));
}

export async function clearSecondFactor(tx: Pick<TxCtx, 'em'>, account: AccountRow): Promise<void> {
  await changeAccount(tx, account, {
    secondFactorAt: null,
    secondFactorSecret: null,
    secondFactorStep: null,
  });
  await tx.em.nativeDelete(RecoveryCodeEntity, { account: account.id });
}

async function replaceRecoveryCodes({ em }: Pick<TxCtx, 'em'>, account: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await em.nativeDelete(RecoveryCodeEntity, { account });
  await em.insertMany(
    RecoveryCodeEntity,
    codes.map((code) => ({ hash: hashRecoveryCode(code), account })),
  );
  return codes;
}

async function lockOwnAccount(tx: TxCtx): Promise<AccountRow> {
  await lockAccounts(tx);
  return tx.em.findOneOrFail(
    AccountEntity,
    { id: requireAccount(tx).id },
    { populate: ['secondFactorSecret'], refresh: true },
  );
}

async function lockAccountToSetUp(tx: TxCtx): Promise<AccountRow> {
  const account = await lockOwnAccount(tx);
  if (account.secondFactorAt) throw new AppError('CONFLICT', 'Two-step sign-in is on already');
  return account;
}

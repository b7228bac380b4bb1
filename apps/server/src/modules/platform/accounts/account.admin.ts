import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountRights,
  accountRole,
  accountState,
  changePasswordInput,
  currentPasswordInput,
  emailAddressInput,
  emailedLinkInput,
  endSessionsInput,
  invitationId,
  invitationInput,
  linkPasswordInput,
  linkSignInInput,
  secondFactorCode,
  secondFactorRequired,
} from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { type MessageChannel, messageChannels } from '@institute/contract/outbox.constants';
import { findRole, needs } from '@institute/contract/rights.constants';
import { makeProcedure, publicProcedure, router, twoStepSetUpProcedure } from '../../../admin/trpc.ts';
import type { AccountActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, makeCodeCheck } from '../../../errors.ts';
import { countFailures, guardTries } from '../wrong-tries/wrong-try.service.ts';
import { findLink } from './access-link.service.ts';
import type { LinkPurpose } from './account.entity.ts';
import {
  endAccountSessions,
  listAccounts,
  type RevokeAccountKeys,
  removeSecondFactor,
  setAccountActive,
  setRights,
  setRole,
} from './account-office.service.ts';
import { makeWatchedSignInKey } from './closed-limits.ts';
import { readSetUpCode } from './codes.ts';
import {
  acceptInvitation,
  inviteAccount,
  listInvitations,
  withdrawInvitation,
} from './invitation.service.ts';
import { readKnownDevice, rememberDevice } from './known-device.ts';
import { endOwnSessions, listOwnSessions } from './own-sessions.service.ts';
import { changePassword, confirmPassword, requestPasswordReset, resetPassword } from './password.service.ts';
import {
  beginSecondFactor,
  demandSecondFactor,
  finishSecondFactor,
  readSecondFactorState,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.service.ts';
import { signInByLink } from './sign-in.service.ts';
import { replaceSession } from './signed-in-answer.ts';

/** Channels whose messages are written to files, because no mail server or gateway is set. */
const listFileOnlyChannels = ({ smtpUrl, sms }: Ctx['config']): MessageChannel[] =>
  messageChannels.filter((channel) => !(channel === 'email' ? smtpUrl : sms));

const ownerProcedure = makeProcedure(needs.accounts);
const accountProcedure = makeProcedure(needs.own);

/** `revokeKeys` is passed in, because API keys belong to a module that imports this one. */
export const makeAccountsRouter = (revokeKeys: RevokeAccountKeys) =>
  router({
    list: ownerProcedure.query(async ({ ctx }) => ({
      accounts: await listAccounts(ctx),
      invitations: await listInvitations(ctx),
      canInvite: ctx.config.adminSignup !== 'closed',
    })),

    invite: ownerProcedure.input(invitationInput).mutation(({ ctx, input }) => inviteAccount(ctx, input)),

    withdraw: ownerProcedure
      .input(invitationId)
      .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.id)),

    setActive: ownerProcedure
      .input(accountState)
      .mutation(({ ctx, input: { id, isActive } }) => setAccountActive(ctx, id, isActive, revokeKeys)),

    setRole: ownerProcedure
      .input(accountRole)
      .mutation(({ ctx, input: { id, role } }) => setRole(ctx, id, role)),

    setRights: ownerProcedure
      .input(accountRights)
      .mutation(({ ctx, input: { id, rights } }) => setRights(ctx, id, rights)),

    removeSecondFactor: ownerProcedure
      .input(pathId)
      .mutation(({ ctx, input }) => removeSecondFactor(ctx, input.id)),

    demandSecondFactor: ownerProcedure
      .input(secondFactorRequired)
      .mutation(({ ctx, input }) => demandSecondFactor(ctx, input.isDemanded)),

    endSessions: ownerProcedure.input(pathId).mutation(({ ctx, input }) => endAccountSessions(ctx, input.id)),
  });

/** `sendsSms` is passed in, because the site settings belong to a module that depends on this one. */
export const makeOwnAccountRouter = (sendsSms: (ctx: Ctx) => Promise<boolean>) =>
  router({
    get: accountProcedure.query(async ({ ctx }) => ({
      email: ctx.actor.email,
      isOwner: ctx.actor.isOwner,
      role: findRole(ctx.actor),
      rights: ctx.actor.rights,
      filedChannels: listFileOnlyChannels(ctx.config),
      sendsSms: await sendsSms(ctx),
      secondFactor: await readSecondFactorState(ctx),
      sessions: await listOwnSessions(ctx),
    })),

    /** The confirmation is valid for ten minutes. */
    confirmPassword: twoStepSetUpProcedure.input(currentPasswordInput).mutation(async ({ ctx, input }) => {
      await guardOwnPassword(ctx, () => confirmPassword(ctx, input.currentPassword));
      return { confirmed: true as const };
    }),

    changePassword: accountProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
      const knownDevice = await guardOwnPassword(ctx, () => changePassword(ctx, input));
      await rememberDevice(ctx, ctx, knownDevice);
      return { changed: true as const };
    }),

    endSessions: accountProcedure.input(endSessionsInput).mutation(async ({ ctx, input }) => {
      const { ended, device } = await endOwnSessions(ctx, input);
      if (!input.includingThis) await rememberDevice(ctx, ctx, device);
      return { ended };
    }),
  });

export const secondFactorRouter = router({
  state: twoStepSetUpProcedure.query(({ ctx }) => readSecondFactorState(ctx)),
  begin: twoStepSetUpProcedure.mutation(({ ctx }) => beginSecondFactor(ctx)),
  finish: twoStepSetUpProcedure.input(secondFactorCode).mutation(async ({ ctx, input }) => {
    const { recoveryCodes, device } = await finishSecondFactor(ctx, input.code);
    await rememberDevice(ctx, ctx, device);
    return { recoveryCodes };
  }),
  renewCodes: accountProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  turnOff: accountProcedure.mutation(async ({ ctx }) => {
    await turnOffSecondFactor(ctx);
    return { isOn: false as const };
  }),
});

/** Wrong passwords are counted, so that a thief of a bearer token cannot guess the password. */
const guardOwnPassword = <T>(ctx: Ctx & { actor: AccountActor }, check: () => Promise<T>) =>
  guardTries(
    ctx,
    [makeWatchedSignInKey(ctx, { rule: 'session', key: ctx.actor.sessionId }, ctx.actor)],
    check,
    isWrongPassword,
  );

const isWrongPassword = (error: unknown) =>
  error instanceof AppError && error.details.some(({ path }) => path === 'currentPassword');

/**
 * Minimum time of an answer in milliseconds, so that known and unknown addresses look alike. Queueing a link usually
 * takes less.
 */
const ANSWER_TIME_MS = 200;

/** Procedures that need no session. Procedures that take a secret are mutations, so that the secret is in no URL. */
export const authRouter = router({
  rules: publicProcedure.query(async ({ ctx }) => ({
    signup: (await readSetUpCode(ctx)) ? ('set-up' as const) : ctx.config.adminSignup,
  })),

  requestReset: publicProcedure.input(emailAddressInput).mutation(async ({ ctx, input: { email } }) => {
    const [outcome] = await Promise.allSettled([requestPasswordReset(ctx, email), sleep(ANSWER_TIME_MS)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return { email };
  }),

  resetLink: publicProcedure
    .input(emailedLinkInput)
    .mutation(({ ctx, input: { token } }) =>
      runCountingFailures(ctx, () => findLinkAddress(ctx, 'password-reset', token)),
    ),

  resetPassword: publicProcedure.input(linkPasswordInput).mutation(async ({ ctx, input }) => {
    const { email, device } = await runCountingFailures(ctx, () => resetPassword(ctx, input));
    // The caller can read the account's email, so the next sign-in is not slowed down
    await rememberDevice(ctx, ctx, device);
    return { email };
  }),

  signInByLink: publicProcedure.input(linkSignInInput).mutation(async ({ ctx, input }) => {
    const device = await readKnownDevice(ctx, ctx.request);
    const newSession = await runCountingFailures(ctx, () => signInByLink(ctx, input, device));
    return replaceSession({ ctx, request: ctx.request, reply: ctx.reply }, newSession);
  }),

  invitation: publicProcedure
    .input(emailedLinkInput)
    .mutation(({ ctx, input: { token } }) =>
      runCountingFailures(ctx, () => findLinkAddress(ctx, 'invitation', token)),
    ),

  acceptInvitation: publicProcedure
    .input(linkPasswordInput)
    .mutation(({ ctx, input }) => runCountingFailures(ctx, () => acceptInvitation(ctx, input))),
});

const findLinkAddress = async (ctx: Pick<Ctx, 'em' | 'now'>, purpose: LinkPurpose, token: string) => ({
  email: (await findLink(ctx, purpose, token)).email,
});

/** Counts wrong tokens for each network. A valid token is accepted even when the network has used up its tries. */
const runCountingFailures = <T>(
  ctx: Parameters<typeof countFailures>[0] & { address: string },
  work: () => Promise<T>,
) => countFailures(ctx, [{ rule: 'link', key: ctx.address }], work, makeCodeCheck('NOT_FOUND'));

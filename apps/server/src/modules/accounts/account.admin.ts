import {
  accountMedicalRight,
  accountOwner,
  accountState,
  addressInput,
  changePasswordInput,
  currentPasswordInput,
  endSessionsInput,
  invitationId,
  pathId,
  secondFactorCode,
  secondFactorDemand,
} from '@institute/contract';
import { adminProcedure, ownerProcedure, router, setUpProcedure } from '../../admin/trpc.ts';
import { AppError } from '../../errors.ts';
import { guard } from '../wrong-tries/wrong-try.service.ts';
import { listAccounts, setActive, setMayReadMedical, setOwner } from './account-office.service.ts';
import { invite, listInvitations, withdrawInvitation } from './invitation.service.ts';
import { rememberDevice } from './known-device.ts';
import { endOwnSessions, listOwnSessions } from './own-sessions.service.ts';
import { changePassword, confirmPassword } from './password.service.ts';
import {
  beginSecondFactor,
  demandSecondFactor,
  finishSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  turnOffSecondFactor,
} from './second-factor.service.ts';

export const accountsAdmin = router({
  list: ownerProcedure.query(async ({ ctx }) => ({
    accounts: await listAccounts(ctx),
    invitations: await listInvitations(ctx),
    canInvite: ctx.config.adminSignup !== 'closed',
  })),

  invite: ownerProcedure.input(addressInput).mutation(({ ctx, input }) => invite(ctx, input.email)),

  withdraw: ownerProcedure
    .input(invitationId)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.id)),

  setActive: ownerProcedure
    .input(accountState)
    .mutation(({ ctx, input: { id, isActive } }) => setActive(ctx, id, isActive)),

  setOwner: ownerProcedure
    .input(accountOwner)
    .mutation(({ ctx, input: { id, isOwner } }) => setOwner(ctx, id, isOwner)),

  removeSecondFactor: ownerProcedure
    .input(pathId)
    .mutation(({ ctx, input }) => removeSecondFactor(ctx, input.id)),

  demandSecondFactor: ownerProcedure
    .input(secondFactorDemand)
    .mutation(({ ctx, input }) => demandSecondFactor(ctx, input.isDemanded)),

  setMayReadMedical: ownerProcedure
    .input(accountMedicalRight)
    .mutation(({ ctx, input: { id, mayReadMedical } }) => setMayReadMedical(ctx, id, mayReadMedical)),
});

export const ownAccount = router({
  get: adminProcedure.query(async ({ ctx }) => ({
    email: ctx.actor.email,
    isOwner: ctx.actor.isOwner,
    mayReadMedical: ctx.actor.mayReadMedical,
    secondFactor: await secondFactorState(ctx),
    sessions: await listOwnSessions(ctx),
  })),

  /** The confirmation is valid for ten minutes. */
  confirmPassword: setUpProcedure.input(currentPasswordInput).mutation(async ({ ctx, input }) => {
    await guard(
      ctx,
      [{ rule: 'session', key: ctx.actor.sessionId }],
      () => confirmPassword(ctx, input.currentPassword),
      isWrongPassword,
    );
    return { confirmed: true as const };
  }),

  /** Wrong passwords are counted, so a stolen bearer does not help to guess the password. */
  changePassword: adminProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    const device = await guard(
      ctx,
      [{ rule: 'session', key: ctx.actor.sessionId }],
      () => changePassword(ctx, input),
      isWrongPassword,
    );
    await rememberDevice(ctx, ctx, device);
    return { changed: true as const };
  }),

  endSessions: adminProcedure.input(endSessionsInput).mutation(async ({ ctx, input }) => {
    const { ended, device } = await endOwnSessions(ctx, input);
    if (!input.includingThis) await rememberDevice(ctx, ctx, device);
    return { ended };
  }),
});

export const secondFactor = router({
  state: setUpProcedure.query(({ ctx }) => secondFactorState(ctx)),
  begin: setUpProcedure.mutation(({ ctx }) => beginSecondFactor(ctx)),
  finish: setUpProcedure.input(secondFactorCode).mutation(async ({ ctx, input }) => {
    const { recoveryCodes, device } = await finishSecondFactor(ctx, input.code);
    await rememberDevice(ctx, ctx, device);
    return { recoveryCodes };
  }),
  renewCodes: adminProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  turnOff: adminProcedure.mutation(async ({ ctx }) => {
    await turnOffSecondFactor(ctx);
    return { isOn: false as const };
  }),
});

const isWrongPassword = (error: unknown) =>
  error instanceof AppError && error.details.some(({ path }) => path === 'currentPassword');

import {
  accountMedicalRight,
  accountOwner,
  accountState,
  addressInput,
  changePasswordInput,
  endSessionsInput,
  invitationId,
} from '@institute/contract';
import { adminProcedure, ownerProcedure, router } from '../../admin/trpc.ts';
import { AppError } from '../../errors.ts';
import { guard } from '../wrong-tries/wrong-try.service.ts';
import { listAccounts, setActive, setMayReadMedical, setOwner } from './account-office.service.ts';
import { invite, listInvitations, withdrawInvitation } from './invitation.service.ts';
import { endOwnSessions, listOwnSessions } from './own-sessions.service.ts';
import { changePassword } from './password.service.ts';

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

  setMayReadMedical: ownerProcedure
    .input(accountMedicalRight)
    .mutation(({ ctx, input: { id, mayReadMedical } }) => setMayReadMedical(ctx, id, mayReadMedical)),
});

/** The caller's own account and sessions. */
export const ownAccount = router({
  get: adminProcedure.query(async ({ ctx }) => ({
    email: ctx.actor.email,
    isOwner: ctx.actor.isOwner,
    mayReadMedical: ctx.actor.mayReadMedical,
    sessions: await listOwnSessions(ctx),
  })),

  /** Wrong passwords are counted, so a stolen bearer does not help to guess the password. */
  changePassword: adminProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    await guard(
      ctx,
      [{ rule: 'session', key: ctx.actor.sessionId }],
      () => changePassword(ctx, input),
      isWrongPassword,
    );
    return { changed: true as const };
  }),

  endSessions: adminProcedure
    .input(endSessionsInput)
    .mutation(({ ctx, input }) => endOwnSessions(ctx, input)),
});

const isWrongPassword = (error: unknown) =>
  error instanceof AppError && error.details.some(({ path }) => path === 'currentPassword');

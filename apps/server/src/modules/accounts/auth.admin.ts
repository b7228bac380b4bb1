import { setTimeout as sleep } from 'node:timers/promises';
import { addressInput, linkInput, linkPasswordInput } from '@institute/contract';
import { type AdminContext, publicProcedure, router } from '../../admin/trpc.ts';
import { AppError } from '../../errors.ts';
import { accountKey } from '../../http/client-address.ts';
import { heldLink } from './access-link.service.ts';
import { acceptInvitation } from './invitation.service.ts';
import { requestPasswordReset, resetPassword } from './password.service.ts';

/** Known and unknown addresses get their answer after the same time. Longer than the work takes. */
const ANSWER_TAKES_MS = 400;

/** Procedures that need no session. Those with a secret are mutations, which keeps it out of URLs. */
export const auth = router({
  rules: publicProcedure.query(({ ctx }) => ({ signup: ctx.config.adminSignup })),

  requestReset: publicProcedure.input(addressInput).mutation(async ({ ctx, input: { email } }) => {
    for (const key of [ctx.address, accountKey(email)]) await ctx.limits.count('passwordReset', key);
    const [outcome] = await Promise.allSettled([requestPasswordReset(ctx, email), sleep(ANSWER_TAKES_MS)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return { email };
  }),

  /** Returns the address that the link was sent to. Does not use up the link. */
  resetLink: publicProcedure
    .input(linkInput)
    .mutation(({ ctx, input: { token } }) => tried(ctx, () => addressOf(ctx, 'password-reset', token))),

  resetPassword: publicProcedure
    .input(linkPasswordInput)
    .mutation(({ ctx, input }) => tried(ctx, () => resetPassword(ctx, input))),

  invitation: publicProcedure
    .input(linkInput)
    .mutation(({ ctx, input: { token } }) => tried(ctx, () => addressOf(ctx, 'invitation', token))),

  acceptInvitation: publicProcedure
    .input(linkPasswordInput)
    .mutation(({ ctx, input }) => tried(ctx, () => acceptInvitation(ctx, input))),
});

async function addressOf(
  ctx: Parameters<typeof heldLink>[0],
  ...link: LinkNamed
): Promise<{ email: string }> {
  const { email } = await heldLink(ctx, ...link);
  return { email };
}
type LinkNamed = [purpose: Parameters<typeof heldLink>[1], token: string];

/** Counts invalid tokens as failed sign-ins of the client's address. */
const tried = <T>({ limits, address }: Pick<AdminContext, 'limits' | 'address'>, work: () => Promise<T>) =>
  limits.guard(
    'failedSignIn',
    [`link ${address}`],
    work,
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );

import { setTimeout as sleep } from 'node:timers/promises';
import { addressInput, linkInput, linkPasswordInput } from '@institute/contract';
import { publicProcedure, router } from '../../admin/trpc.ts';
import { AppError } from '../../errors.ts';
import { countFailures } from '../wrong-tries/wrong-try.service.ts';
import { findLink } from './access-link.service.ts';
import { acceptInvitation } from './invitation.service.ts';
import { rememberDevice } from './known-device.ts';
import { requestPasswordReset, resetPassword } from './password.service.ts';
import { setUpCode } from './set-up-code.ts';

/** Every answer takes this long. A link is usually queued by then, so it does not slow the next call down. */
const ANSWER_TAKES_MS = 200;

/** Procedures that need no session. Those that take a secret are mutations, which keeps it out of URLs. */
export const auth = router({
  rules: publicProcedure.query(async ({ ctx }) => ({
    signup: (await setUpCode(ctx)) ? ('set-up' as const) : ctx.config.adminSignup,
  })),

  requestReset: publicProcedure.input(addressInput).mutation(async ({ ctx, input: { email } }) => {
    const [outcome] = await Promise.allSettled([requestPasswordReset(ctx, email), sleep(ANSWER_TAKES_MS)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return { email };
  }),

  resetLink: publicProcedure
    .input(linkInput)
    .mutation(({ ctx, input: { token } }) => tried(ctx, () => addressOf(ctx, 'password-reset', token))),

  resetPassword: publicProcedure.input(linkPasswordInput).mutation(async ({ ctx, input }) => {
    const { email, device } = await tried(ctx, () => resetPassword(ctx, input));
    // the caller can read the account's email, so the next sign-in is not slowed down
    await rememberDevice(ctx, ctx, device);
    return { email };
  }),

  invitation: publicProcedure
    .input(linkInput)
    .mutation(({ ctx, input: { token } }) => tried(ctx, () => addressOf(ctx, 'invitation', token))),

  acceptInvitation: publicProcedure
    .input(linkPasswordInput)
    .mutation(({ ctx, input }) => tried(ctx, () => acceptInvitation(ctx, input))),
});

async function addressOf(
  ctx: Parameters<typeof findLink>[0],
  ...link: LinkNamed
): Promise<{ email: string }> {
  const { email } = await findLink(ctx, ...link);
  return { email };
}
type LinkNamed = [purpose: Parameters<typeof findLink>[1], token: string];

/** Counts wrong tokens for each network. A valid link always works. */
const tried = <T>(ctx: Parameters<typeof countFailures>[0] & { address: string }, work: () => Promise<T>) =>
  countFailures(
    ctx,
    [{ rule: 'link', key: ctx.address }],
    work,
    (error) => error instanceof AppError && error.code === 'NOT_FOUND',
  );

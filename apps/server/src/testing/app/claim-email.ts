import {
  claimMessages,
  type DueMessage,
  findClaimedMessage,
} from '../../modules/platform/outbox/sending.service.ts';

type Context = Parameters<typeof claimMessages>[0];

/** The next email that is due, as the mailer takes it. */
export async function claimEmail(ctx: Context): Promise<DueMessage | null> {
  const [claim] = await claimMessages(ctx, 'email');
  return claim ? findClaimedMessage(ctx, claim) : null;
}

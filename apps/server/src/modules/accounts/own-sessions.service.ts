import { type Ctx, signedIn } from '../../context.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { type OwnSession, ownSessionView } from './own-session.view.ts';
import { SessionEntity } from './session.entity.ts';
import { endSessions } from './session.service.ts';

/** Where the caller is signed in, this session first, then the last used. */
export async function listOwnSessions(ctx: Ctx): Promise<OwnSession[]> {
  const { id, sessionId } = signedIn(ctx);
  const rows = await ctx.em.find(
    SessionEntity,
    { account: id, endedAt: null, expiresAt: { $gt: ctx.now() } },
    { orderBy: { expiresAt: 'desc' }, disableIdentityMap: true },
  );
  const sessions = rows.map((row) => ownSessionView(row, sessionId));
  return sessions.sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Signs the caller out on every other device, or on every one. */
export async function endOwnSessions(ctx: Ctx, { includingThis }: { includingThis: boolean }) {
  const { id, sessionId } = signedIn(ctx);
  return transaction(ctx, async (tx) => {
    const ended = await endSessions(tx, id, includingThis ? undefined : sessionId);
    const where = includingThis ? 'everywhere' : 'on every other device';
    await recordActivity(tx, {
      ...{ type: 'logout', entityType: 'account', entityId: id },
      description: `Signed out ${where}`,
    });
    return { ended };
  });
}

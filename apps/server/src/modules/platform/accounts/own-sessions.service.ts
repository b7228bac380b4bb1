import { refuseUnconfirmedPassword, requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { SessionEntity } from './account.entity.ts';
import { recordAccountActivity } from './account.service.ts';
import { endSessions, SESSION_IDLE_MS } from './session.service.ts';

export async function listOwnSessions(ctx: Ctx) {
  const { id, sessionId } = requireAccount(ctx);
  const sessionRows = await ctx.em.find(
    SessionEntity,
    { account: id, endedAt: null, expiresAt: { $gt: ctx.now() } },
    { disableIdentityMap: true },
  );
  const lastRenewals = await findLastRenewals(ctx, id);
  const idleCutoff = new Date(ctx.now().getTime() - SESSION_IDLE_MS);
  const liveRows = sessionRows.filter((row) => (lastRenewals.get(row.id) ?? row.createdAt) > idleCutoff);
  const sessions = liveRows.map((row) => ({
    ...pickFields(row, 'id', 'createdAt', 'ipAddress', 'userAgent'),
    isThis: row.id === sessionId,
    /** Time of the last renewal. It is precise to 15 minutes, the lifetime of a bearer. */
    lastUsedAt: (lastRenewals.get(row.id) ?? row.createdAt).toISOString(),
  }));
  return sessions.sort(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
}

async function findLastRenewals({ em }: Pick<Ctx, 'em'>, account: number): Promise<Map<string, Date>> {
  const rows = await readRows(em, { id: text, renewed_at: text })(
    `select sessions.id, max(refresh_tokens.created_at) as renewed_at
     from sessions join refresh_tokens on session_id = sessions.id
     where account_id = ? and ended_at is null group by sessions.id`,
    [account],
  );
  return new Map(rows.map(({ id, renewed_at }) => [id, new Date(renewed_at)]));
}

export async function endOwnSessions(ctx: Ctx, { includingThis }: { includingThis: boolean }) {
  refuseUnconfirmedPassword(ctx);
  const { id, sessionId } = requireAccount(ctx);
  return runInTransaction(ctx, async (tx) => {
    const { ended, device } = await endSessions(tx, id, includingThis ? undefined : sessionId);
    const signOutPlace = includingThis ? 'everywhere' : 'on every other device';
    await recordAccountActivity(tx, 'logout', id, `Signed out ${signOutPlace}`);
    return { ended, device };
  });
}

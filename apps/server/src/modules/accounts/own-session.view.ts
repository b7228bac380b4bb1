import type { SessionRow } from './session.entity.ts';

export interface OwnSession {
  id: string;
  isThis: boolean;
  createdAt: string;
  /** Time of the last renewal. A bearer is valid for 15 minutes, so it is that precise. */
  lastUsedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

export const ownSessionView = (
  row: SessionRow,
  { isThis, lastUsedAt }: { isThis: boolean; lastUsedAt: Date },
): OwnSession => ({
  id: row.id,
  isThis,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  ipAddress: row.ipAddress ?? null,
  userAgent: row.userAgent ?? null,
});

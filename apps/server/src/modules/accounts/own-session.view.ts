import type { SessionRow } from './session.entity.ts';

export interface OwnSession {
  id: string;
  isThis: boolean;
  createdAt: string;
  /** Time of the last renewal. It is precise to 15 minutes, the lifetime of a bearer. */
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

import type { SessionRow } from './session.entity.ts';

export interface OwnSession {
  id: string;
  isThis: boolean;
  createdAt: string;
  /** To a quarter of an hour: when it was last renewed. */
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

import type { SessionRow } from './session.entity.ts';
import { REFRESH_MS } from './session.service.ts';

export interface OwnSession {
  id: string;
  isThis: boolean;
  createdAt: string;
  /** To a quarter of an hour: when it was last renewed. */
  lastUsedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

export const ownSessionView = (row: SessionRow, currentSessionId: string): OwnSession => ({
  id: row.id,
  isThis: row.id === currentSessionId,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: new Date(row.expiresAt.getTime() - REFRESH_MS).toISOString(),
  ipAddress: row.ipAddress ?? null,
  userAgent: row.userAgent ?? null,
});

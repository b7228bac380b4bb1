import type { User } from '@institute/contract';
import { initials, nameFromEmail } from '@institute/contract/text';
import type { AccountRow } from './account.entity.ts';

export function userView({ id, email }: Pick<AccountRow, 'id' | 'email'>): User {
  const name = nameFromEmail(email);
  return { id, email, name, avatar: initials(name) };
}

export const accountView = (row: AccountRow, openSessions: number) => ({
  id: row.id,
  email: row.email,
  isOwner: row.isOwner,
  mayReadMedical: row.mayReadMedical,
  isActive: !row.deactivatedAt,
  hasSecondFactor: Boolean(row.secondFactorAt),
  createdAt: row.createdAt.toISOString(),
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  sessions: row.deactivatedAt ? 0 : openSessions,
});

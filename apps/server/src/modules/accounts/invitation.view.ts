import type { AccessLinkRow } from './access-link.entity.ts';

export interface Invitation {
  id: string;
  email: string;
  createdAt: string;
  expiresAt: string;
  isExpired: boolean;
}

export const invitationView = (
  { id, email, createdAt, expiresAt }: AccessLinkRow,
  now: Date,
): Invitation => ({
  id,
  email,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  isExpired: expiresAt <= now,
});

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccountEntity } from './account.entity.ts';

export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    account: () => p.manyToOne(AccountEntity).deleteRule('cascade'),
    createdAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
    endedAt: p.datetime().length(3).nullable(),
    /** When the password was last typed in this session. */
    confirmedAt: p.datetime().length(3).nullable(),
    ipAddress: p.string().length(45).nullable(),
    userAgent: p.string().length(500).nullable(),
  },
});

/** When a spent token returns after its successor was used, the session ends. */
export const RefreshTokenEntity = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    hash: p.string().length(64).primary(),
    session: () => p.manyToOne(SessionEntity).deleteRule('cascade').index(),
    createdAt: p.datetime().length(3),
    spentAt: p.datetime().length(3).nullable(),
  },
});
export type SessionRow = InferEntity<typeof SessionEntity>;

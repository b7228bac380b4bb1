import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Actor } from './context/actor.ts';
import type { ChangeNotices } from './context/changes.ts';
import type { ContentDescription } from './context/content-description.ts';
import type { MessageInfo } from './context/message-info.ts';
import type { PasswordChecker } from './context/passwords.ts';
import type { PaymentProvider } from './context/payment-provider.ts';
import type { ContextInTransaction } from './transaction.ts';

interface RequestOrigin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** A content resource, as modules see it that work with all resources. */
export interface ContentInfo extends ContentDescription {
  /** Runs after an item has come back from the trash. Does what the resource does after a change. */
  afterRestore(tx: TxCtx, id: number): Promise<void>;
}

/** The part of a context for work that no request has started. */
export const contextWithoutCaller = { actor: null, origin: { ipAddress: null, userAgent: null } } as const;

export interface Ctx {
  config: Config;
  em: EntityManager;
  content: readonly ContentInfo[];
  messageKinds: readonly MessageInfo[];
  changes: ChangeNotices;
  payments: PaymentProvider;
  passwords: PasswordChecker;
  log: FastifyBaseLogger;
  actor: Actor | null;
  origin: RequestOrigin;
  now(): Date;
}

export type TxCtx = ContextInTransaction<Ctx>;

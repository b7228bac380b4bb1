import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Actor } from './context/actor.ts';
import type { Changes } from './context/changes.ts';
import type { ContentDescription } from './context/content-description.ts';
import type { MessageInfo } from './context/message-info.ts';
import type { Passwords } from './context/passwords.ts';
import type { PaymentProvider } from './context/payment-provider.ts';
import type { InTransaction } from './transaction.ts';

interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** A content resource, as modules know it that serve all of them. */
export interface ContentInfo extends ContentDescription {
  /** Runs what the resource does after a change, when an item has come back from the trash. */
  afterRestore(tx: TxCtx, id: number): Promise<void>;
}

/** Context of work that no request started. */
export const noCaller = { actor: null, origin: { ipAddress: null, userAgent: null } } as const;

export interface Ctx {
  config: Config;
  em: EntityManager;
  content: readonly ContentInfo[];
  messageKinds: readonly MessageInfo[];
  changes: Changes;
  payments: PaymentProvider;
  passwords: Passwords;
  log: FastifyBaseLogger;
  actor: Actor | null;
  origin: Origin;
  now(): Date;
}

export type TxCtx = InTransaction<Ctx>;

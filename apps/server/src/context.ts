import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Changes } from './database/changes.ts';
import type { InTransaction } from './database/transaction.ts';
import { AppError } from './errors.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PaymentProvider } from './modules/donations/payment-provider.ts';

/** The signed-in account of a request. */
export interface Actor {
  id: number;
  email: string;
  isOwner: boolean;
  sessionId: string;
  /** When the bearer runs out that the request came with. */
  bearerEndsAt?: Date;
}

/** Where a request came from; null where it cannot be told. */
export interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** What a service may use. Made for each request, each job and each command. */
export interface Ctx {
  config: Config;
  em: EntityManager;
  changes: Changes;
  jobs: Jobs;
  payments: PaymentProvider;
  log: FastifyBaseLogger;
  actor: Actor | null;
  origin: Origin;
  now(): Date;
}

/** A context inside a transaction: see `transaction`. */
export type TxCtx = InTransaction<Ctx>;

export function signedIn({ actor }: Pick<Ctx, 'actor'>): Actor {
  if (!actor) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return actor;
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { ContentInfo } from './content-info.ts';
import { AppError } from './errors.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { InTransaction, Tx } from './transaction.ts';

/** The signed-in account of a request. */
export interface Actor {
  id: number;
  email: string;
  isOwner: boolean;
  sessionId: string;
  /** When the bearer of the request expires. */
  bearerEndsAt?: Date;
}

/** Where a request came from; null where that is unknown. */
interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** Tells every replica of changes of public content, so that none serves old answers, and of activities. */
export interface Changes {
  /** Tells the other replicas when the transaction commits. */
  notify(tx: Tx): Promise<void>;
  /** Tells this process. Call it after the commit; the notice takes longer. */
  announce(): void;
  onChange(listener: () => void): void;
  /** Tells all replicas of an activity after its commit. Several activities make one notice. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may be missed. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** The queue of background work. */
export interface Jobs {
  /** The job exists once the transaction commits. */
  send(tx: Tx, name: string, data: object): Promise<void>;
  /** Starts the work and returns at once. A database that is away is tried again. */
  start(): void;
  close(): Promise<void>;
}

/** Tells the open dashboards of activities. */
export interface LiveUpdates {
  /**
   * Yields at once, and then after each activity. Ends silently, so that the browser connects again with a new
   * bearer if it can get one.
   */
  follow(actor: Actor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
}

/** What a service may use. Made for each request, each job and each command. */
export interface Ctx {
  config: Config;
  em: EntityManager;
  /** Every content resource of the product. */
  content: readonly ContentInfo[];
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

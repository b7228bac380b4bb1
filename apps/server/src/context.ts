import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { InTransaction, Tx } from './transaction.ts';

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

/** Tells every replica what has changed: public content, so that nobody is shown what was, or any activity. */
export interface Changes {
  /** Part of the writing transaction: the others learn of it when it commits. */
  notify(tx: Tx): Promise<void>;
  /** After the commit: our own readers see it before any notice comes round. */
  announce(): void;
  onChange(listener: () => void): void;
  /** After the commit of an activity that sends no notice itself: many of them make one. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may be missed. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** The queue of background work. */
export interface Jobs {
  /** Part of the writing transaction: the job is there when it commits. */
  send(tx: Tx, name: string, data: object): Promise<void>;
  /** Work begins. Comes back at once; a database that is away is tried again. */
  start(): void;
  close(): Promise<void>;
}

/** Tells open dashboards that something was done. */
export interface Live {
  /**
   * Tells at once, and from then on when something was done. Ends without a last word, so that a browser
   * comes back with a new bearer, if it can get one.
   */
  follow(actor: Actor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
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

import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { ContentInfo } from './content-info.ts';
import { AppError } from './errors.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { InTransaction, Tx } from './transaction.ts';

/** The signed-in account of a request. */
export interface AccountActor {
  id: number;
  email: string;
  isOwner: boolean;
  /** May read what applicants wrote about their health. */
  mayReadMedical: boolean;
  sessionId: string;
  /** When the password was last typed in this session. */
  confirmedAt: Date | null;
  /** Expiry of the request's bearer. */
  bearerEndsAt?: Date;
}

/** The API key of a request, with the fields of an account that it shares. */
export interface KeyActor {
  keyId: number;
  scopes: readonly ApiScope[];
  /** It has no account. */
  id: null;
  /** Stands in the activity log where an account has its address. */
  email: string;
  isOwner: false;
  mayReadMedical: boolean;
}

export type Actor = AccountActor | KeyActor;

export const isKey = (actor: Actor | null): actor is KeyActor => actor !== null && 'keyId' in actor;

/** The source of a request; null fields are unknown. */
interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** Tells every replica about activities and changes of public content, so that none serves old answers. */
export interface Changes {
  /** Tells the other replicas when the transaction commits. */
  notify(tx: Tx): Promise<void>;
  /** Tells this process. Call it after the commit: the notice takes longer. */
  announce(): void;
  onChange(listener: () => void): void;
  /** Tells all replicas about an activity. Call it after the commit. Several activities make one notice. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may be lost. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** Tells open dashboards about activities. */
export interface LiveUpdates {
  /**
   * Yields at once and after each activity. Ends without an error, so that the browser reconnects with a new bearer.
   */
  follow(actor: AccountActor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
}

/** Checks whether a path of this site answers an image. */
export type ImageCheck = (path: string) => Promise<boolean>;

/** Context of a request, job or command: everything that a service may use. */
export interface Ctx {
  config: Config;
  em: EntityManager;
  /** Every content resource of the product. */
  content: readonly ContentInfo[];
  changes: Changes;
  payments: PaymentProvider;
  log: FastifyBaseLogger;
  actor: Actor | null;
  origin: Origin;
  now(): Date;
}

/** A context inside a transaction, made by `transaction`. */
export type TxCtx = InTransaction<Ctx>;

/** The account that calls. Refuses visitors and API keys. */
export function signedIn({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (!actor || isKey(actor)) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return actor;
}

/** Also content that visitors do not see yet. */
export const seesAllContent = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  actor !== null && (!isKey(actor) || actor.scopes.includes('content:read'));

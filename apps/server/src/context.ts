import type { ContentKey, ContentType, Stats } from '@institute/contract';
import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
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
  /** Must set up the second step of its sign-in before it may do anything else. */
  owesSetUp?: boolean;
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

/** A problem that the dashboard reports, with the items that have it. */
export interface AttentionRule {
  /** Text after the title of the only item: “Tailoring” … */
  one: string;
  /** Text after the number of further items: 3 more … */
  many: string;
  hint: string;
  /** A condition in SQL. */
  condition: string;
}

/** Key of a resource's item count in the statistics. */
export type StatsKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/**
 * Description of a content resource for services that work on all of them. Tables, columns and conditions are SQL,
 * derived from the declaration.
 */
export interface ContentInfo {
  key: ContentKey;
  type: ContentType;
  table: string;
  /** SQL of an item's name, for a statement that reads `table`. */
  titleSql: string;
  imageColumns: readonly string[];
  /** Columns with HTML, which may contain images. */
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** SQL condition. `now` is SQL too. */
  visibleToVisitors(now: string): string;
  /** Path that an item's page is below; null for items without a page. */
  page: string | null;
  /** Pages that list items. */
  listedOn: readonly string[];
  statsKey: StatsKey | null;
  attention: AttentionRule | null;
}

/** A provider's report about a payment. */
export interface PaymentReport {
  txRef: string;
  amount: number;
  currency: string;
  status: string;
}

/** A request in which the provider reports a payment. It is not trusted; it only names the payment to verify. */
interface PaymentNotice {
  event: string | null;
  txRef: string | null;
}

interface Checkout {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
}

/** A payment for the provider's own page, which works without scripts. */
interface PagePayment {
  txRef: string;
  amount: number;
  currency: string;
  paymentOptions: string;
  customer: { name: string; email: string; phone: string | null };
  title: string;
  /** Where the provider sends the donor afterwards. */
  returnUrl: string;
}

export interface PaymentProvider {
  /** What a browser needs to pay; null where online giving is not set up. */
  checkout: Checkout | null;
  /** True when no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment or its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** The address of the provider's page for a payment. Undefined when the provider cannot be reached. */
  openPage(payment: PagePayment): Promise<string | undefined>;
  /** Compares the secret of a notice with the agreed one. */
  isSecret(hash: string | undefined): boolean;
  readNotice(body: unknown): PaymentNotice;
}

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

/** The account that calls. Refuses visitors, API keys and accounts that must first set up the second step of their sign-in. */
export function signedIn({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (!actor || isKey(actor)) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (actor.owesSetUp) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
  return actor;
}

/** Also content that visitors do not see yet. */
export const seesAllContent = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  actor !== null && (!isKey(actor) || actor.scopes.includes('content:read'));

const MINUTE_MS = 60 * 1000;

/** How long a typed password counts, in the session where it was typed: in minutes. */
export const passwordCounts = { ordinary: 10, longList: 30 } as const;

type Caller = Pick<Ctx, 'actor' | 'now'>;

/** True when the caller has typed the password in the last minutes. Signing in counts as typing it. */
export function hasTypedPassword(ctx: Caller, minutes: number): boolean {
  const { confirmedAt } = signedIn(ctx);
  return confirmedAt !== null && ctx.now().getTime() - confirmedAt.getTime() < minutes * MINUTE_MS;
}

/**
 * Refuses a caller who has not typed the password in the last minutes. Somebody who finds an open browser or steals a
 * bearer then cannot do what matters most.
 */
export function refuseUnconfirmed(ctx: Caller): void {
  if (hasTypedPassword(ctx, passwordCounts.ordinary)) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

import type { IncomingHttpHeaders } from 'node:http';
import type { ContentKey, ContentType, Stats } from '@institute/contract';
import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { type Holder, maySee, type Need, type Right } from '@institute/contract/rights.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import { AppError } from './errors.ts';
import type { InTransaction, Tx } from './transaction.ts';

export interface AccountActor extends Holder {
  id: number;
  email: string;
  sessionId: string;
  /** When the password was last typed in this session. */
  confirmedAt: Date | null;
  bearerEndsAt?: Date;
  /** Must set up two-step sign-in before anything else. */
  owesSetUp?: boolean;
}

export interface KeyActor extends Holder {
  keyId: number;
  scopes: readonly ApiScope[];
  id: null;
  /** Shown in the activity log where an account shows its address. */
  email: string;
  isOwner: false;
  /** The key's `rights` are those of its account that a scope lets through. */
  accountRights: readonly Right[];
}

export type Actor = AccountActor | KeyActor;

export const isKey = (actor: Actor | null): actor is KeyActor => actor !== null && 'keyId' in actor;

/** Hashes are costly, so they are made one after another. */
/** Who waits for a check. Networks take turns. */
export interface PasswordTurn {
  network?: string;
  /** Of a session, or of a device on which the account has signed in: no stranger is before it. */
  isKnown?: boolean;
  isGone?(): boolean;
}

export interface Passwords {
  /** People who set a password have a session, a link or a code, and wait with known devices. */
  hash(password: string, turn?: PasswordTurn): Promise<string>;
  /** Takes as long without a hash, and is false. */
  isRight(password: string, passwordHash: string | undefined, turn?: PasswordTurn): Promise<boolean>;
}

interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
}

/** Notices between replicas, so that none serves old answers. */
export interface Changes {
  /** The notice goes out when the transaction commits. */
  notify(tx: Tx): Promise<void>;
  /** Tells this process at once. Call it after the commit. */
  announce(): void;
  onChange(listener: () => void): void;
  /** Call it after the commit. Several activities make one notice. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may be lost. */
  isListening(): boolean;
  close(): Promise<void>;
}

export interface LiveUpdates {
  /**
   * Yields at once and after each activity. Ends without an error, so that the browser reconnects with a new
   * bearer.
   */
  follow(actor: AccountActor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
}

export type ImageCheck = (path: string) => Promise<boolean>;

/** Items with a problem, which the dashboard names. */
export interface IncompleteRule {
  /** Text after the title of the only item: “Tailoring” … */
  one: string;
  /** Text after the number of further items: 3 more … */
  many: string;
  hint: string;
  /** SQL condition of the items that have the problem. */
  condition(now: Date): string;
}

/** Items that the dashboard only counts. */
export interface WarningRule extends Omit<IncompleteRule, 'one' | 'many'> {
  /** The whole text for a single item: 1 trip … */
  one: string;
  /** Text after the number of items: 3 … */
  many: string;
}

export type StatsKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/** Tables, columns and conditions are SQL. */
export interface ContentInfo {
  key: ContentKey;
  type: ContentType;
  need: Need;
  table: string;
  /** SQL of an item's name, for a statement that reads `table`. */
  titleSql: string;
  imageColumns: readonly string[];
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** SQL condition. */
  visibleToVisitors(now: Date): string;
  /** Path that an item's page is below; null for items without a page. */
  page: string | null;
  /** Column that ends the address of an item's page. */
  slug: string;
  listedOn: readonly string[];
  statsKey: StatsKey | null;
  incomplete: readonly IncompleteRule[];
  warnings: readonly WarningRule[];
  /** Runs what the resource does after a change, when an item has come back from the trash. */
  afterRestore(tx: TxCtx, id: number): Promise<void>;
}

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
  /** Something became of the payment. Other notices, such as of refunds, are only stored. */
  isOfPayment: boolean;
}

interface Checkout {
  publicKey: string;
  /** An address, or a path of this site. */
  checkoutScriptUrl: string;
  paymentOptions: string;
}

export interface PagePayment {
  txRef: string;
  amount: number;
  currency: string;
  customer: { name: string; email: string; phone: string | null };
  title: string;
  returnUrl: string;
}

export interface PaymentProvider {
  /** Stored with each payment that it starts. Nobody else is asked about that one. */
  name: string;
  /** Null where online giving is not set up. */
  checkout: Checkout | null;
  /** True when no money moves. */
  isTest: boolean;
  /** Returns undefined when the provider does not know the payment or its answer is unreadable. */
  verify(txRef: string): Promise<PaymentReport | undefined>;
  /** Address of the provider's page. Undefined when the provider cannot be reached. */
  openPage(payment: PagePayment): Promise<string | undefined>;
  /** Throws unless the provider sent this notice. */
  refuseStrangers(headers: IncomingHttpHeaders): void;
  readNotice(body: unknown): PaymentNotice;
}

/** What the outbox knows of a kind of message. `modules/<subject>/<subject>.messages.ts` declares it. */
export interface MessageInfo {
  kind: string;
  /**
   * The office sees what was sent to applicants. Messages to accounts and the office are no visitor's personal
   * data.
   */
  to: 'applicants' | 'visitors' | 'office' | 'accounts';
  /**
   * `typed`: for addresses and numbers that anybody can type. `ours`: for what the institute sends. `safety`:
   * for warnings to accounts. `none`: for the office, and for what must never be late.
   */
  limit: 'typed' | 'ours' | 'safety' | 'none';
  /** Answers an SMS: it goes out after STOP too, and does not say how to end SMS. */
  isAnswer: boolean;
  /** Statuses of the registration `reference`. Any other status withdraws what is not sent. */
  onlyWhile?: readonly RegistrationStatus[];
  /** Field of its data with a payment or paper, whose cancelling takes back what is not sent. */
  untilCancelled?: string;
  /** Dropped while an earlier one waits for the limit that differs only in its time, `at`. */
  dropsRepeats?: boolean;
  /** What an account needs to read its words. Left out: no more than to read messages. */
  readBy?(data: object): Need;
  /** Only of an SMS that was written by hand. */
  words?(data: object): string;
}

/** Of work that no request began. */
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

export const hasRight = ({ actor }: Pick<Ctx, 'actor'>, right: Right): boolean =>
  actor?.rights.includes(right) === true;

/** The one check of rights. Procedures, routes and exports declare what they need. */
export function refuseUnless({ actor }: { actor: Holder | null }, need: Need): void {
  if (actor && maySee(actor, need)) return;
  const message =
    need === 'owner'
      ? 'Only the owner of this site may do this'
      : `Your account has no right to ${[need].flat().join(' or ')}. Ask an owner`;
  throw new AppError('FORBIDDEN', message);
}

/** Refuses visitors, API keys and accounts that must first set up two-step sign-in. */
export function requireAccount({ actor }: Pick<Ctx, 'actor'>): AccountActor {
  if (!actor || isKey(actor)) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (actor.owesSetUp) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
  return actor;
}

export const refuseUnlessOwner = (ctx: Pick<Ctx, 'actor'>): void => refuseUnless(ctx, 'owner');

export const seesAllContent = ({ actor }: Pick<Ctx, 'actor'>, need: Need): boolean =>
  actor !== null && maySee(actor, need) && (!isKey(actor) || actor.scopes.includes('content:read'));

const MINUTE_MS = 60 * 1000;

/** Minutes for which a typed password counts in its session. */
export const passwordCountsMinutes = 10;

/**
 * An open browser or a stolen bearer must not be enough for what matters most. Signing in counts as typing
 * the password. API keys have none. Services call it, so that it is asked at whichever door.
 */
export function refuseUnconfirmed({ actor, now }: Pick<Ctx, 'actor' | 'now'>): void {
  const confirmedAt = isKey(actor) ? null : requireAccount({ actor }).confirmedAt;
  const typedMs = confirmedAt ? now().getTime() - confirmedAt.getTime() : Number.POSITIVE_INFINITY;
  if (typedMs < passwordCountsMinutes * MINUTE_MS) return;
  throw new AppError('PASSWORD_REQUIRED', 'Please type your password again');
}

/** People that one answer lists without the password. The longest page that the office offers has 100 rows. */
const peopleListed = { rest: 50, office: 100 };

/** A longer list is an export. An API key needs no password for it, because an owner made it for that. */
export function refuseLongList(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  people: number,
  door: keyof typeof peopleListed,
): void {
  if (people > peopleListed[door] && !isKey(ctx.actor)) refuseUnconfirmed(ctx);
}

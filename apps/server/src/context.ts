import type { ContentKey, ContentType, Stats } from '@institute/contract';
import type { Need } from '@institute/contract/rights.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Actor } from './context/actor.ts';
import type { Changes } from './context/changes.ts';
import type { MessageInfo } from './context/message-info.ts';
import type { Passwords } from './context/passwords.ts';
import type { PaymentProvider } from './context/payment-provider.ts';
import type { InTransaction } from './transaction.ts';

interface Origin {
  ipAddress: string | null;
  userAgent: string | null;
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

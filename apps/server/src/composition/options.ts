import type { QueueLimits } from '../background/work-queue.ts';
import type { Config } from '../config/config.ts';
import type { Changes } from '../context/changes.ts';
import type { Passwords } from '../context/passwords.ts';
import type { Database } from '../database/open.ts';
import { type TimeLimits, timeLimits } from '../http/policies/timeouts.ts';
import { requestLimits } from '../http/server/request-queue.ts';
import type { LogStream } from '../log.ts';
import { openPasswords } from '../modules/platform/accounts/password.ts';
import type { SendingSpeed } from '../modules/platform/outbox/mailer.ts';
import type { Apps } from '../pages/admin-pages.ts';

export interface AppOptions {
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
  /** Checks answers against the contract. For tests only: it costs time. */
  checkAnswers?: boolean;
  withPages?: boolean;
  /** Replaces the built pages. */
  apps?: Apps;
  limits?: TimeLimits;
  load?: QueueLimits;
  now?: () => Date;
  passwords?: Passwords;
  /** Shared by several apps of one process, which closes them. */
  changes?: Changes;
  logTo?: LogStream;
  stopping?: AbortSignal;
  /** How often background work is looked for. */
  pollMs?: number;
  sending?: SendingSpeed;
}

export type Settings = ReturnType<typeof withDefaults>;

export const withDefaults = ({
  checkAnswers = false,
  withPages = true,
  limits = timeLimits,
  load = requestLimits,
  now = () => new Date(),
  passwords = openPasswords(),
  ...given
}: AppOptions) => ({ ...given, checkAnswers, withPages, limits, load, now, passwords });

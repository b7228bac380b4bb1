import type { QueueLimits } from '../background/work-queue.ts';
import type { Config } from '../config/config.ts';
import type { ChangeNotices } from '../context/changes.ts';
import type { PasswordChecker } from '../context/passwords.ts';
import type { OpenedDatabase } from '../database/open.ts';
import { type TimeLimits, timeLimits } from '../http/policies/timeouts.ts';
import { requestLimits } from '../http/server/request-queue.ts';
import type { LogStream } from '../log.ts';
import { makePasswordChecker } from '../modules/platform/accounts/password.ts';
import type { SendingSpeed } from '../modules/platform/outbox/mailer.ts';
import type { BuiltWebAndAdmin } from '../pages/admin-pages.ts';

export interface AppOptions {
  config: Config;
  db: Pick<OpenedDatabase, 'orm' | 'connection'>;
  /** Compares every answer with the contract. Only tests do so, because it takes time. */
  checkAnswers?: boolean;
  withPages?: boolean;
  /** Takes the place of the built pages. */
  apps?: BuiltWebAndAdmin;
  limits?: TimeLimits;
  load?: QueueLimits;
  now?: () => Date;
  passwords?: PasswordChecker;
  /** Given when several apps of one process share the notices. Whoever gives them also closes them. */
  changes?: ChangeNotices;
  logTo?: LogStream;
  stopping?: AbortSignal;
  /** Milliseconds between two looks for background work that is due. */
  pollMs?: number;
  sending?: SendingSpeed;
}

export type FilledAppOptions = ReturnType<typeof fillDefaultOptions>;

export const fillDefaultOptions = ({
  checkAnswers = false,
  withPages = true,
  limits = timeLimits,
  load = requestLimits,
  now = () => new Date(),
  passwords = makePasswordChecker(),
  ...given
}: AppOptions) => ({ ...given, checkAnswers, withPages, limits, load, now, passwords });

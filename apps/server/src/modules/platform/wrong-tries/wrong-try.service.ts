import type { Ctx, TxCtx } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { findForUpdate } from '../../../database/row-lock.ts';
import { tooManyError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { WrongTryEntity, type WrongTryRow } from './wrong-try.entity.ts';

const MINUTE_MS = 60_000;

interface TryRule {
  /** Allowed wrong tries, multiplied by `RATE_LIMIT_FACTOR`. */
  free: number;
  /**
   * Time after which the count restarts. It runs from the first wrong try, or from the last one if the rule has
   * pauses.
   */
  countedMs: number;
  /**
   * Pause after each further wrong try; it doubles. Without it, tries are refused until the count restarts.
   */
  pauseMs?: { first: number; longest: number };
}

export const wrongTryRules = {
  'account and network': { free: 10, countedMs: 15 * MINUTE_MS },
  network: { free: 30, countedMs: 15 * MINUTE_MS },
  /** Wrong tries from a /48 of IPv6. Some providers give a /48 to one customer, others to many. */
  'network block': { free: 100, countedMs: 15 * MINUTE_MS },
  /**
   * Wrong passwords of one account, from any network. Above the limit, the right password on a new device only gets a
   * link by email.
   */
  account: { free: 20, countedMs: 60 * MINUTE_MS },
  /** Wrong passwords of one account, from a known device. */
  device: { free: 10, countedMs: 15 * MINUTE_MS },
  /** Wrong current passwords that a signed-in account typed. */
  session: { free: 10, countedMs: 15 * MINUTE_MS },
  /** A caller who knows the password can try some hundred of a million codes a day. */
  'second factor': {
    free: 10,
    countedMs: 24 * 60 * MINUTE_MS,
    pauseMs: { first: 30_000, longest: 15 * MINUTE_MS },
  },
  link: { free: 10, countedMs: 15 * MINUTE_MS },
  /** Codes that cannot be guessed. Wrong codes are slowed down, and right codes are always accepted. */
  'proof code from network': {
    free: 30,
    countedMs: 15 * MINUTE_MS,
    pauseMs: { first: 1000, longest: MINUTE_MS },
  },
  // A high limit, because thousands of phones of one carrier share a network
  'status from network': { free: 600, countedMs: 15 * MINUTE_MS },
  'status by reference and network': { free: 10, countedMs: 15 * MINUTE_MS },
  'status by phone and network': { free: 10, countedMs: 15 * MINUTE_MS },
} as const satisfies Record<string, TryRule>;

export type WrongTryRule = keyof typeof wrongTryRules;

export interface WatchedKey {
  rule: WrongTryRule;
  key: string;
  /** Runs in the transaction of the wrong try that uses up the limit. */
  whenClosed?: (tx: Pick<TxCtx, 'em'>, tries: number) => Promise<unknown>;
}
type TryCtx = Pick<Ctx, 'config' | 'em' | 'now'>;
type FailureTest = (error: unknown) => boolean;

/** Counts failures for every key. Above a limit it refuses the result of all calls, including simultaneous ones. */
export async function guardTries<T>(
  ctx: TryCtx,
  watched: readonly WatchedKey[],
  check: () => Promise<T>,
  hasFailed: FailureTest,
): Promise<T> {
  const refuseWhenBlocked = async () => refuseTooManyTries(ctx, watched, await findStoredTries(ctx, watched));
  await refuseWhenBlocked();
  const checkUnlessBlocked = async () => {
    const checkResult = await check();
    await refuseWhenBlocked();
    return checkResult;
  };
  return countFailures(ctx, watched, checkUnlessBlocked, hasFailed);
}

/** Counts failures of a secret that cannot be guessed. The right secret is always accepted. */
export async function countFailures<T>(
  ctx: TryCtx,
  watched: readonly WatchedKey[],
  check: () => Promise<T>,
  hasFailed: FailureTest,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!hasFailed(error)) throw error;
    refuseTooManyTries(ctx, watched, await countWrongTry(ctx, watched));
    throw error;
  }
}

/** Returns the milliseconds for which tries of these keys are still refused. */
export const findBlockedMs = async (ctx: TryCtx, watched: readonly WatchedKey[]): Promise<number> =>
  findLongestWait(ctx, watched, await findStoredTries(ctx, watched));

const findStoredTries = ({ em, config }: TryCtx, watched: readonly WatchedKey[]): Promise<WrongTryRow[]> =>
  em.find(
    WrongTryEntity,
    { key: { $in: watched.map((each) => hashTryKey(config, each)) } },
    { disableIdentityMap: true },
  );

function countWrongTry(ctx: TryCtx, watched: readonly WatchedKey[]): Promise<WrongTryRow[]> {
  return runInTransaction(ctx, async ({ em, config, now }) => {
    const triedAt = now();
    // The keys are sorted, so that all transactions lock them in the same order
    const sortedKeys = watched
      .map(({ whenClosed, ...each }) => ({
        key: hashTryKey(config, each),
        rule: wrongTryRules[each.rule] as TryRule,
        whenClosed,
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    await em.execute(
      `insert into wrong_tries (key, tries, last_at, ends_at) values ${sortedKeys.map(() => '(?, 0, ?, ?)').join()}
       on conflict (key) do nothing`,
      sortedKeys.flatMap(({ key }) => [key, triedAt, triedAt]),
    );
    const rowsBefore: WrongTryRow[] = [];
    for (const { key, rule, whenClosed } of sortedKeys) {
      const row = await findForUpdate({ em }, WrongTryEntity, { key });
      if (!row) continue;
      rowsBefore.push({ ...row });
      const isCountExpired = row.endsAt <= triedAt;
      row.tries = isCountExpired ? 1 : row.tries + 1;
      row.lastAt = triedAt;
      if (isCountExpired || rule.pauseMs) row.endsAt = new Date(triedAt.getTime() + rule.countedMs);
      if (row.tries === countFreeTries(rule, config.rateLimitFactor)) await whenClosed?.({ em }, row.tries);
    }
    await em.flush();
    return rowsBefore;
  });
}

function refuseTooManyTries(ctx: TryCtx, watched: readonly WatchedKey[], rows: readonly WrongTryRow[]): void {
  const longestWaitMs = findLongestWait(ctx, watched, rows);
  if (longestWaitMs > 0) throw tooManyError(longestWaitMs);
}

function findLongestWait(
  { config, now }: TryCtx,
  watched: readonly WatchedKey[],
  rows: readonly WrongTryRow[],
) {
  const nowMs = now().getTime();
  const waitsMs = watched.map((each) => {
    const row = rows.find(({ key }) => key === hashTryKey(config, each));
    return row ? computeNextTryTime(wrongTryRules[each.rule], row, config.rateLimitFactor) - nowMs : 0;
  });
  return Math.max(0, ...waitsMs);
}

const countFreeTries = ({ free }: Pick<TryRule, 'free'>, factor: number) =>
  Math.max(1, Math.round(free * factor));

function computeNextTryTime(
  { free, pauseMs }: TryRule,
  { tries, lastAt, endsAt }: WrongTryRow,
  factor: number,
): number {
  const triesOverLimit = tries - countFreeTries({ free }, factor);
  if (triesOverLimit < 0) return 0;
  if (!pauseMs) return endsAt.getTime();
  return Math.min(
    lastAt.getTime() + Math.min(pauseMs.first * 2 ** triesOverLimit, pauseMs.longest),
    endsAt.getTime(),
  );
}

const hashTryKey = (config: TryCtx['config'], { rule, key }: WatchedKey): string =>
  deriveSecret(config, 'wrong try', `${rule} ${key}`);

export async function purgeWrongTries({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(WrongTryEntity, { endsAt: { $lte: now() } });
}

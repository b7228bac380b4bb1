import type { Ctx, TxCtx } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { findForUpdate } from '../../../database/row-lock.ts';
import { tooManyError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { WrongTryEntity, type WrongTryRow } from './wrong-try.entity.ts';

const MINUTE_MS = 60_000;

interface Rule {
  /** Allowed wrong tries, multiplied by `RATE_LIMIT_FACTOR`. */
  free: number;
  /** The count restarts after this time: since the first wrong try, or with pauses since the last one. */
  countedMs: number;
  /**
   * Pause after each further wrong try; it doubles. Without it, tries are refused until the count restarts.
   */
  pauseMs?: { first: number; longest: number };
}

export const wrongTryRules = {
  'account and network': { free: 10, countedMs: 15 * MINUTE_MS },
  network: { free: 30, countedMs: 15 * MINUTE_MS },
  /** A /48 of IPv6. Some providers give one to a customer, others spread many customers over it. */
  'network block': { free: 100, countedMs: 15 * MINUTE_MS },
  /** Passwords of one account, from any network. Beyond it a right one from a new device gets a link by email. */
  account: { free: 20, countedMs: 60 * MINUTE_MS },
  /** Passwords of one account, from a known device. */
  device: { free: 10, countedMs: 15 * MINUTE_MS },
  /** The current password, typed by a signed-in account. */
  session: { free: 10, countedMs: 15 * MINUTE_MS },
  /** A caller who knows the password can try some hundred of a million codes a day. */
  'second factor': {
    free: 10,
    countedMs: 24 * 60 * MINUTE_MS,
    pauseMs: { first: 30_000, longest: 15 * MINUTE_MS },
  },
  link: { free: 10, countedMs: 15 * MINUTE_MS },
  /** Codes that cannot be guessed. Wrong ones wait, right ones are always answered. */
  'proof code from network': {
    free: 30,
    countedMs: 15 * MINUTE_MS,
    pauseMs: { first: 1000, longest: MINUTE_MS },
  },
  // Thousands of phones of one carrier share a network
  'status from network': { free: 600, countedMs: 15 * MINUTE_MS },
  'status by reference and network': { free: 10, countedMs: 15 * MINUTE_MS },
  'status by phone and network': { free: 10, countedMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Rule>;

export type WrongTryRule = keyof typeof wrongTryRules;

export interface WatchedKey {
  rule: WrongTryRule;
  key: string;
  /** Runs in the transaction that counts the last free try. */
  whenClosed?: (tx: Pick<TxCtx, 'em'>, tries: number) => Promise<unknown>;
}
type TryCtx = Pick<Ctx, 'config' | 'em' | 'now'>;
type FailureTest = (error: unknown) => boolean;

/** Counts failures for every key. Above a limit it hides the result, also from simultaneous calls. */
export async function guardTries<T>(
  ctx: TryCtx,
  watched: readonly WatchedKey[],
  check: () => Promise<T>,
  hasFailed: FailureTest,
): Promise<T> {
  const refuseBlocked = async () => refuseTooMany(ctx, watched, await findStored(ctx, watched));
  await refuseBlocked();
  const checkHidden = async () => {
    const result = await check();
    await refuseBlocked();
    return result;
  };
  return countFailures(ctx, watched, checkHidden, hasFailed);
}

/** For a secret that cannot be guessed: the right one always works. */
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
    refuseTooMany(ctx, watched, await countTry(ctx, watched));
    throw error;
  }
}

/** Milliseconds for which these tries are refused. */
export const findClosedMs = async (ctx: TryCtx, watched: readonly WatchedKey[]): Promise<number> =>
  findLongestWait(ctx, watched, await findStored(ctx, watched));

const findStored = ({ em, config }: TryCtx, watched: readonly WatchedKey[]): Promise<WrongTryRow[]> =>
  em.find(
    WrongTryEntity,
    { key: { $in: watched.map((each) => hideKey(config, each)) } },
    { disableIdentityMap: true },
  );

function countTry(ctx: TryCtx, watched: readonly WatchedKey[]): Promise<WrongTryRow[]> {
  return runInTransaction(ctx, async ({ em, config, now }) => {
    const at = now();
    // All transactions lock in the same order
    const sorted = watched
      .map(({ whenClosed, ...each }) => ({
        key: hideKey(config, each),
        rule: wrongTryRules[each.rule] as Rule,
        whenClosed,
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    await em.execute(
      `insert into wrong_tries (key, tries, last_at, ends_at) values ${sorted.map(() => '(?, 0, ?, ?)').join()}
       on conflict (key) do nothing`,
      sorted.flatMap(({ key }) => [key, at, at]),
    );
    const before: WrongTryRow[] = [];
    for (const { key, rule, whenClosed } of sorted) {
      const row = await findForUpdate({ em }, WrongTryEntity, { key });
      if (!row) continue;
      before.push({ ...row });
      const isOver = row.endsAt <= at;
      row.tries = isOver ? 1 : row.tries + 1;
      row.lastAt = at;
      if (isOver || rule.pauseMs) row.endsAt = new Date(at.getTime() + rule.countedMs);
      if (row.tries === countFreeTries(rule, config.rateLimitFactor)) await whenClosed?.({ em }, row.tries);
    }
    await em.flush();
    return before;
  });
}

function refuseTooMany(ctx: TryCtx, watched: readonly WatchedKey[], rows: readonly WrongTryRow[]): void {
  const longest = findLongestWait(ctx, watched, rows);
  if (longest > 0) throw tooManyError(longest);
}

function findLongestWait(
  { config, now }: TryCtx,
  watched: readonly WatchedKey[],
  rows: readonly WrongTryRow[],
) {
  const at = now().getTime();
  const waits = watched.map((each) => {
    const row = rows.find(({ key }) => key === hideKey(config, each));
    return row ? computeFreeAt(wrongTryRules[each.rule], row, config.rateLimitFactor) - at : 0;
  });
  return Math.max(0, ...waits);
}

const countFreeTries = ({ free }: Pick<Rule, 'free'>, factor: number) =>
  Math.max(1, Math.round(free * factor));

function computeFreeAt(
  { free, pauseMs }: Rule,
  { tries, lastAt, endsAt }: WrongTryRow,
  factor: number,
): number {
  const over = tries - countFreeTries({ free }, factor);
  if (over < 0) return 0;
  if (!pauseMs) return endsAt.getTime();
  return Math.min(lastAt.getTime() + Math.min(pauseMs.first * 2 ** over, pauseMs.longest), endsAt.getTime());
}

const hideKey = (config: TryCtx['config'], { rule, key }: WatchedKey): string =>
  deriveSecret(config, 'wrong try', `${rule} ${key}`);

export async function purgeWrongTries({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(WrongTryEntity, { endsAt: { $lte: now() } });
}

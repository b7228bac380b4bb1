import type { RetryRules } from '../background/due-rows.ts';
import { hasStoredItemsSql } from '../modules/office/imports/import-runner.service.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const messageRetries: RetryRules = {
  firstPauseMs: 10 * SECOND_MS,
  longestPauseMs: DAY_MS,
  // The tries take about a week
  maxTries: 20,
  maxRefusals: 3,
  park: `state = 'parked'`,
};

/** Retry rules for each kind of background work. `publishing` is not here, because it changes no row. */
export const retryRulesByWork = {
  email: messageRetries,
  sms: messageRetries,
  webhooks: {
    firstPauseMs: 10 * SECOND_MS,
    longestPauseMs: DAY_MS,
    // The last try is 23 hours after the first
    maxTries: 14,
    maxRefusals: 1,
    park: `state = 'failed'`,
  },
  campaigns: {
    firstPauseMs: 5 * SECOND_MS,
    longestPauseMs: MINUTE_MS,
    maxTries: Number.POSITIVE_INFINITY,
  },
  imports: {
    firstPauseMs: SECOND_MS,
    longestPauseMs: 30 * SECOND_MS,
    maxTries: 3,
    maxRefusals: 1,
    // An import that only fetched pictures again stays in the state `done`
    park: `state = case when ${hasStoredItemsSql} then 'done' else 'failed' end`,
  },
  // A schedule waits for its next turn when its last try has failed
  schedules: { firstPauseMs: 10 * SECOND_MS, longestPauseMs: MINUTE_MS, maxTries: 4 },
} as const satisfies Record<string, RetryRules>;

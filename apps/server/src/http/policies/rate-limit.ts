import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Config } from '../../config/config.ts';
import { deriveSecret } from '../../crypto/signed-token.ts';
import { tooManyError } from '../../errors.ts';
import { toAddressKey } from '../request-context.ts';

/** Number of calls (`points`) in so many seconds (`duration`). */
export const rateLimitRules = {
  form: { points: 30, duration: 60 },
  // Many people share an address: a computer lab has only one, and so have thousands of phones of one network
  registration: { points: 120, duration: 60 },
  'registration of an hour': { points: 600, duration: 60 * 60 },
  /**
   * Everybody who begins to write gets a token. There are more tokens than forms, because many people of one address
   * may write for minutes.
   */
  'form token': { points: 300, duration: 60 },
  signup: { points: 10, duration: 60 * 60 },
  /**
   * Sixty donors of one address may wait for their payment, while their pages ask every three seconds. Calls about
   * fees share this limit: their wrong tries are counted elsewhere, and must not lock out other phones of a carrier.
   */
  'payment check': { points: 60 * 20, duration: 60 },
  'same text': { points: 3, duration: 60 * 60 },
  /** Of one applicant: 150 pages, some of them sent again after a break, and answers. */
  documents: { points: 600, duration: 10 * 60 },
  /** A page reports a failed start once; the browser then gets no scripts for the visit. */
  'failed start': { points: 10, duration: 60 * 60 },
  'no token': { points: 60, duration: 10 * 60 },
  token: { points: 1, duration: 24 * 60 * 60 },
  /** Lasts as long as an idempotency key is stored. */
  message: { points: 1, duration: 24 * 60 * 60 },
  key: { points: 600, duration: 60 },
} as const;
type LimitName = keyof typeof rateLimitRules;

const REDIS_TIMEOUT_MS = 500;
const REDIS_PAUSE_MS = 5000;

export interface RateLimits {
  isOver(name: LimitName, key: string): Promise<boolean>;
  isReached(name: LimitName, key: string): Promise<boolean>;
  /** Counts one call. Throws above the limit. */
  count(name: LimitName, key: string): Promise<void>;
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

type LimitSettings = Pick<Config, 'redisUrl' | 'rateLimitFactor' | 'authSecret'>;

export async function openRateLimits(
  settings: LimitSettings,
  log: FastifyBaseLogger,
  { redisPauseMs = REDIS_PAUSE_MS } = {},
): Promise<RateLimits> {
  const redis = settings.redisUrl ? await openRedis(settings.redisUrl, log) : undefined;
  /** Until then Redis is not asked, so that after a failure further callers do not wait for it too. */
  let pausedUntil = 0;
  const makeLimiter = (name: LimitName) => {
    const maxPoints = Math.max(1, Math.round(rateLimitRules[name].points * settings.rateLimitFactor));
    const limiterOptions = {
      keyPrefix: `institute:${name}`,
      points: maxPoints,
      duration: rateLimitRules[name].duration,
    };
    const memoryLimiter = new RateLimiterMemory(limiterOptions);
    const redisLimiter =
      redis && new RateLimiterRedis({ ...limiterOptions, storeClient: redis, rejectIfRedisNotReady: true });
    const askRedisOrMemoryLimiter = async <T extends RateLimiterRes | null>(
      question: (limits: RateLimiterAbstract) => Promise<T>,
    ): Promise<T> => {
      if (!redisLimiter || performance.now() < pausedUntil) return question(memoryLimiter);
      try {
        const limiterAnswer = await question(redisLimiter);
        if (limiterAnswer && !(limiterAnswer.consumedPoints > 0))
          throw new Error('Redis does not answer with a number');
        return limiterAnswer;
      } catch (error) {
        log.warn({ err: error }, 'Redis does not count: limits count in this process');
        pausedUntil = performance.now() + redisPauseMs;
        // Counts in this process: letting every call pass would lift the limits, and refusing every call would lock
        // out everybody
        return question(memoryLimiter);
      }
    };
    // A key may be an address, so only its hash is stored in Redis
    const hashLimitKey = (key: string) => deriveSecret(settings, 'limit', `${name} ${key}`);
    return {
      points: maxPoints,
      count: (key: string) => askRedisOrMemoryLimiter((limits) => limits.penalty(hashLimitKey(key))),
      get: (key: string) => askRedisOrMemoryLimiter((limits) => limits.get(hashLimitKey(key))),
    };
  };
  const limitNames = Object.keys(rateLimitRules) as LimitName[];
  const limiterByName = Object.fromEntries(limitNames.map((name) => [name, makeLimiter(name)])) as Record<
    LimitName,
    ReturnType<typeof makeLimiter>
  >;

  return {
    isOver: async (name, key) =>
      (await limiterByName[name].count(key)).consumedPoints > limiterByName[name].points,
    isReached: async (name, key) =>
      ((await limiterByName[name].get(key))?.consumedPoints ?? 0) >= limiterByName[name].points,
    count: async (name, key) => {
      const { consumedPoints, msBeforeNext } = await limiterByName[name].count(key);
      if (consumedPoints > limiterByName[name].points) throw tooManyError(msBeforeNext);
    },
    close: () => redis?.disconnect(),
  };
}

async function openRedis(url: string, log: FastifyBaseLogger) {
  const { Redis } = await import('ioredis');
  // Callers do not wait while Redis is unreachable
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
  });
  // Without a listener ioredis prints each failed connection. The limiter logs the failure
  redis.on('error', (error) => log.debug({ err: error }, 'Redis'));
  return redis;
}

export async function limitByAddress(request: FastifyRequest): Promise<void> {
  const { tsRestRoute } = request.routeOptions.config;
  const limitName = tsRestRoute?.metadata?.limit;
  if (!tsRestRoute || !limitName) return;
  const { rateLimits } = request.server;
  const pathAndAddressKey = `${tsRestRoute.path} ${toAddressKey(request.ip)}`;
  await rateLimits.count(limitName, pathAndAddressKey);
  if (limitName === 'registration') await rateLimits.count('registration of an hour', pathAndAddressKey);
}

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

/** `duration` in seconds. */
export const rateLimitRules = {
  form: { points: 30, duration: 60 },
  // A computer lab has one address, and so have thousands of phones of one network
  registration: { points: 120, duration: 60 },
  'registration of an hour': { points: 600, duration: 60 * 60 },
  /**
   * Everybody who begins to write gets one. More than forms, since many of one address may write for minutes.
   */
  'form token': { points: 300, duration: 60 },
  signup: { points: 10, duration: 60 * 60 },
  /**
   * Sixty donors of one address may wait for their payment, and their pages ask every three seconds. Calls about fees
   * have this limit too: their wrong tries are counted elsewhere, and must not lock out other phones of a carrier.
   */
  'payment check': { points: 60 * 20, duration: 60 },
  'same text': { points: 3, duration: 60 * 60 },
  /** Of one applicant: 150 pages, some of them sent again after a break, and answers. */
  documents: { points: 600, duration: 10 * 60 },
  /** A page reports a failed start once; the browser then gets no scripts for the visit. */
  'failed start': { points: 10, duration: 60 * 60 },
  'no token': { points: 60, duration: 10 * 60 },
  token: { points: 1, duration: 24 * 60 * 60 },
  /** Lasts as long as the idempotency key is stored. */
  message: { points: 1, duration: 24 * 60 * 60 },
  key: { points: 600, duration: 60 },
} as const;
type LimitName = keyof typeof rateLimitRules;

const REDIS_TIMEOUT_MS = 500;
const REDIS_PAUSE_MS = 5000;

export interface RateLimits {
  isOver(name: LimitName, key: string): Promise<boolean>;
  isReached(name: LimitName, key: string): Promise<boolean>;
  /** Counts the call. Throws above the limit. */
  count(name: LimitName, key: string): Promise<void>;
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

type Settings = Pick<Config, 'redisUrl' | 'rateLimitFactor' | 'authSecret'>;

export async function openRateLimits(
  settings: Settings,
  log: FastifyBaseLogger,
  { redisPauseMs = REDIS_PAUSE_MS } = {},
): Promise<RateLimits> {
  const redis = settings.redisUrl ? await openRedis(settings.redisUrl, log) : undefined;
  /** After a failure, further callers do not wait for Redis too. */
  let pausedUntil = 0;
  const makeLimiter = (name: LimitName) => {
    const points = Math.max(1, Math.round(rateLimitRules[name].points * settings.rateLimitFactor));
    const options = { keyPrefix: `institute:${name}`, points, duration: rateLimitRules[name].duration };
    const memory = new RateLimiterMemory(options);
    const shared =
      redis && new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
    const runOnLimiter = async <T extends RateLimiterRes | null>(
      question: (limits: RateLimiterAbstract) => Promise<T>,
    ): Promise<T> => {
      if (!shared || performance.now() < pausedUntil) return question(memory);
      try {
        const counted = await question(shared);
        if (counted && !(counted.consumedPoints > 0)) throw new Error('Redis does not answer with a number');
        return counted;
      } catch (error) {
        log.warn({ err: error }, 'Redis does not count: limits count in this process');
        pausedUntil = performance.now() + redisPauseMs;
        // Letting every call pass would lift the limits, refusing every call would lock everybody out
        return question(memory);
      }
    };
    // A key may be an address, which nobody needs to read in Redis
    const hideKey = (key: string) => deriveSecret(settings, 'limit', `${name} ${key}`);
    return {
      points,
      count: (key: string) => runOnLimiter((limits) => limits.penalty(hideKey(key))),
      get: (key: string) => runOnLimiter((limits) => limits.get(hideKey(key))),
    };
  };
  const names = Object.keys(rateLimitRules) as LimitName[];
  const limiters = Object.fromEntries(names.map((name) => [name, makeLimiter(name)])) as Record<
    LimitName,
    ReturnType<typeof makeLimiter>
  >;

  return {
    isOver: async (name, key) => (await limiters[name].count(key)).consumedPoints > limiters[name].points,
    isReached: async (name, key) =>
      ((await limiters[name].get(key))?.consumedPoints ?? 0) >= limiters[name].points,
    count: async (name, key) => {
      const { consumedPoints, msBeforeNext } = await limiters[name].count(key);
      if (consumedPoints > limiters[name].points) throw tooManyError(msBeforeNext);
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
  // Without a listener ioredis prints each failed connection; the limiter above logs the failure
  redis.on('error', (error) => log.debug({ err: error }, 'Redis'));
  return redis;
}

export async function limitByAddress(request: FastifyRequest): Promise<void> {
  const { tsRestRoute } = request.routeOptions.config;
  const limit = tsRestRoute?.metadata?.limit;
  if (!tsRestRoute || !limit) return;
  const { rateLimits } = request.server;
  const key = `${tsRestRoute.path} ${toAddressKey(request.ip)}`;
  await rateLimits.count(limit, key);
  if (limit === 'registration') await rateLimits.count('registration of an hour', key);
}

import type { RouteRules } from '@institute/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { addressKey } from './client-address.ts';

/** Number of calls and the period in seconds, for each key. */
const rules = {
  form: { points: 30, duration: 60 },
  signup: { points: 10, duration: 60 * 60 },
  failedSignIn: { points: 10, duration: 15 * 60 },
  passwordReset: { points: 10, duration: 15 * 60 },
  failedLookup: { points: 5, duration: 15 * 60 },
} as const;
type LimitName = keyof typeof rules;

export interface RateLimits {
  /** Counts a call and refuses it above the limit. */
  count(name: LimitName, key: string): Promise<void>;
  /**
   * Runs a check of a secret and counts its failures for every key. Above the limit it hides the result of
   * the check, also from calls that run at the same time.
   */
  guard<T>(name: LimitName, keys: string[], check: () => Promise<T>, hasFailed: FailureTest): Promise<T>;
  close(): void;
}
type FailureTest = (error: unknown) => boolean;

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
  }
}

type Settings = Pick<Config, 'redisUrl' | 'rateLimitFactor'>;

export async function openRateLimits(settings: Settings, log: FastifyBaseLogger): Promise<RateLimits> {
  const redis = settings.redisUrl ? await openRedis(settings.redisUrl, log) : undefined;
  const limiter = (name: LimitName): RateLimiterAbstract => {
    const points = Math.max(1, Math.round(rules[name].points * settings.rateLimitFactor));
    const options = { keyPrefix: `institute:${name}`, points, duration: rules[name].duration };
    const memory = new RateLimiterMemory(options);
    // without Redis each process counts alone: failing open would lift the limits, failing closed would lock everybody out
    return redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory;
  };
  const limiters: Record<LimitName, RateLimiterAbstract> = {
    form: limiter('form'),
    signup: limiter('signup'),
    failedSignIn: limiter('failedSignIn'),
    passwordReset: limiter('passwordReset'),
    failedLookup: limiter('failedLookup'),
  };

  const refuseAfter = async (name: LimitName, keys: string[], allowed: number) => {
    const counts = await Promise.all(keys.map((key) => limiters[name].get(key)));
    const used = counts.filter((count) => (count?.consumedPoints ?? 0) > allowed);
    if (used.length > 0) throw tooMany(Math.max(...used.map((count) => count?.msBeforeNext ?? 0)));
  };

  return {
    count: async (name, key) => {
      const { consumedPoints, msBeforeNext } = await limiters[name].penalty(key);
      if (consumedPoints > limiters[name].points) throw tooMany(msBeforeNext);
    },
    guard: async (name, keys, check, hasFailed) => {
      const { points } = limiters[name];
      await refuseAfter(name, keys, points - 1);
      try {
        const result = await check();
        await refuseAfter(name, keys, points - 1);
        return result;
      } catch (error) {
        if (!hasFailed(error)) throw error;
        await Promise.all(keys.map((key) => limiters[name].penalty(key)));
        await refuseAfter(name, keys, points);
        throw error;
      }
    },
    close: () => redis?.disconnect(),
  };
}

function tooMany(ms: number): AppError {
  const minutes = Math.ceil(ms / 60_000);
  const message = `Too many tries. Please try again in ${minutes > 1 ? `${minutes} minutes` : 'a minute'}.`;
  return new AppError('RATE_LIMITED', message, {
    // the sign-up form shows the first detail
    details: [{ path: '', message }],
    retryAfter: Math.max(1, ms / 1000),
  });
}

async function openRedis(url: string, log: FastifyBaseLogger) {
  const { Redis } = await import('ioredis');
  // do not make callers wait while Redis is unreachable
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1000 });
  let isUnreachable = false;
  redis.on('error', (error) => {
    if (!isUnreachable) log.warn({ err: error }, 'Redis is unreachable: limits count in this process');
    isUnreachable = true;
  });
  redis.on('ready', () => {
    isUnreachable = false;
  });
  return redis;
}

/** Applies the limit that a route's `metadata` names, for each address. */
export async function limitByAddress(request: FastifyRequest): Promise<void> {
  const { tsRestRoute } = request.routeOptions.config as {
    tsRestRoute?: { path: string; metadata?: RouteRules };
  };
  const limit = tsRestRoute?.metadata?.limit;
  if (!tsRestRoute || !limit) return;
  await request.server.rateLimits.count(limit, `${tsRestRoute.path} ${addressKey(request.ip)}`);
}

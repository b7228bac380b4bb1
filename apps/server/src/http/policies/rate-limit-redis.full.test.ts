import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../testing/stand-ins/redis-server.ts';
import { openRateLimits } from './rate-limit.ts';

async function limitsWith({ url, client }: RedisServer) {
  const log = pino({ level: 'silent' });
  const limits = await openRateLimits(
    { redisUrl: url, rateLimitFactor: 1, authSecret: 'x'.repeat(32) },
    log,
    { redisPauseMs: 100 },
  );
  const untilShared = async () => {
    const before = await client.dbsize();
    const count = async () => {
      await limits.count('signup', crypto.randomUUID());
      return client.dbsize();
    };
    await expect.poll(count).toBeGreaterThan(before);
  };
  return { limits, untilShared };
}

/** Something else at the port of Redis, which gives every command one answer. */
async function replaceWith(redis: RedisServer, answer: string) {
  await redis.stop();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('data', () => socket.write(answer)).on('error', () => {}));
  });
  server.listen(redis.port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
    await redis.start();
  };
}

/** Each returns what makes Redis well again. */
const faults = {
  away: async (redis: RedisServer) => {
    await redis.stop();
    return redis.start;
  },
  silent: async (redis: RedisServer) => {
    redis.signal('SIGSTOP');
    return async () => redis.signal('SIGCONT');
  },
  refusing: async ({ client }: RedisServer) => {
    await client.config('SET', 'requirepass', 'another');
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    return () => client.config('SET', 'requirepass', '');
  },
  senseless: (redis: RedisServer) => replaceWith(redis, '*2\r\n+OK\r\n+OK\r\n'),
  foreign: (redis: RedisServer) => replaceWith(redis, 'HTTP/1.1 400 Bad Request\r\n\r\n'),
};

describe.skipIf(!hasRedis)('with the real Redis', () => {
  test('replicas with one Redis share their counts', async () => {
    const redis = await startRedis();
    const replicas = [await limitsWith(redis), await limitsWith(redis)];
    for (const { untilShared } of replicas) await untilShared();
    for (let turn = 0; turn < 10; turn += 1) await replicas[turn % 2]?.limits.count('signup', 'somebody');

    for (const { limits: replica } of replicas) {
      expect(await replica.isReached('signup', 'somebody')).toBe(true);
      expect(await replica.isReached('signup', 'somebody else')).toBe(false);
      await expect(replica.count('signup', 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      replica.close();
    }
    await redis.close();
  });

  test('Redis reads no address, and each limit has keys of its own', async () => {
    const redis = await startRedis();
    const { limits: shared, untilShared } = await limitsWith(redis);
    await untilShared();
    for (const limit of ['signup', 'form'] as const) await shared.count(limit, '203.0.113.7');

    const keys = await redis.client.keys('*');
    for (const key of keys) expect(key).toMatch(/^institute:[a-z ]+:[\w-]{43}$/);
    expect(new Set(keys.map((key) => key.split(':')[1]))).toEqual(new Set(['signup', 'form']));
    expect(new Set(keys.map((key) => key.split(':')[2])).size).toBe(keys.length);
    shared.close();
    await redis.close();
  });

  test.each(Object.keys(faults) as (keyof typeof faults)[])(
    'with a Redis that is %s, each process counts for itself and nobody waits, until Redis is well again',
    async (state) => {
      const redis = await startRedis();
      const { limits: alone, untilShared } = await limitsWith(redis);
      await untilShared();
      const makeWell = await faults[state](redis);
      expect(await alone.isReached('signup', 'somebody')).toBe(false);
      for (let turn = 0; turn < 10; turn += 1) await alone.count('signup', 'somebody');
      await expect(alone.count('signup', 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      await expect(alone.count('signup', 'somebody else')).resolves.toBeUndefined();

      await makeWell();
      await untilShared();
      alone.close();
      await redis.close();
    },
  );
});

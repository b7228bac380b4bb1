import type { FastifyInstance } from 'fastify';
import type { ImageCheck } from '../context.ts';
import { inProcessCall } from './in-process-call.ts';

const KEPT_MS = 60_000;

export function imageCheck(app: FastifyInstance): ImageCheck {
  const known = new Map<string, { isThere: Promise<boolean>; until: number }>();

  const ask = async (url: string) => {
    const { statusCode, headers } = await inProcessCall(app, { method: 'HEAD', url });
    return statusCode < 400 && String(headers['content-type']).startsWith('image/');
  };

  return (path) => {
    const now = performance.now();
    const cached = known.get(path);
    if (cached && cached.until > now) return cached.isThere;
    // a Map keeps the order of insertion, so the oldest come first
    for (const [old, { until }] of known) {
      if (until > now) break;
      known.delete(old);
    }
    known.delete(path);
    const isThere = ask(path).catch(() => false);
    known.set(path, { isThere, until: now + KEPT_MS });
    return isThere;
  };
}

import type { FastifyInstance } from 'fastify';

/** Tells whether a path of this site answers a picture. */
export type PictureCheck = (path: string) => Promise<boolean>;

const KEPT_MS = 60_000;

/** Asks this process itself, as a browser would; an answer is believed for a while. */
export function pictureCheck(app: FastifyInstance): PictureCheck {
  const known = new Map<string, { isThere: Promise<boolean>; until: number }>();

  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url });
    return statusCode < 400 && String(headers['content-type']).startsWith('image/');
  };

  return (path) => {
    const now = performance.now();
    const kept = known.get(path);
    if (kept && kept.until > now) return kept.isThere;
    for (const [old, { until }] of known) if (until <= now) known.delete(old);
    const isThere = ask(path).catch(() => false);
    known.set(path, { isThere, until: now + KEPT_MS });
    return isThere;
  };
}

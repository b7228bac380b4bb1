import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { makeContentTag, matchesEtag } from '../http/etag.ts';

/** Number of images in memory. Each has at most 150 kB. */
const MAX_CACHED_IMAGES = 100;

type DrawableImage = { type: string; draw: () => Promise<Buffer> };

/**
 * Answers with images that are kept in memory by the facts that they show, so that a changed text gets a new image.
 * Simultaneous requests wait for the same drawing.
 */
export function makeImageAnswerer() {
  const imageByEtag = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED_IMAGES });
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    says: object,
    { type, draw }: DrawableImage,
  ) => {
    const etag = makeContentTag(JSON.stringify(says));
    reply.headers({
      etag,
      'cache-control': 'public, max-age=300',
      // Other sites may show the image
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const drawnImagePromise = imageByEtag.get(etag) ?? draw();
    imageByEtag.set(etag, drawnImagePromise);
    drawnImagePromise.catch(() => imageByEtag.delete(etag));
    return reply.type(type).send(await drawnImagePromise);
  };
}

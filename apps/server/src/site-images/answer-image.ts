import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isCurrent, makeContentTag } from '../http/etag.ts';

/** Images in memory: 100 of at most 150 kB. */
const MAX_CACHED_IMAGES = 100;

type DrawnImage = { type: string; draw: () => Promise<Buffer> };

/** Keyed by what an image says, so that a changed text gets a new one. Simultaneous requests wait for the same drawing. */
export function makeImageAnswers() {
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED_IMAGES });
  return async (request: FastifyRequest, reply: FastifyReply, says: object, { type, draw }: DrawnImage) => {
    const etag = makeContentTag(JSON.stringify(says));
    reply.headers({
      etag,
      'cache-control': 'public, max-age=300',
      // Other sites show the image
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const image = images.get(etag) ?? draw();
    images.set(etag, image);
    image.catch(() => images.delete(etag));
    return reply.type(type).send(await image);
  };
}

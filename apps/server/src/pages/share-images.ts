import { createHash } from 'node:crypto';
import { pathId } from '@institute/contract';
import { programNotFound, sharePath } from '@institute/contract/content.constants';
import type { PageRenderer } from '@institute/contract/page-bundle';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { programs } from '../composition/programs.ts';
import type { Ctx } from '../context.ts';
import { isCurrent } from '../database/etag.ts';
import { notFound } from '../errors.ts';
import { nextIntakes } from '../modules/intakes/intake-seats.service.ts';
import { getSite } from '../modules/site/site.service.ts';
import { type Fonts, openFonts } from './outlined-text.ts';
import { PATTERN, type ShareCard, shareCardJpeg, shareCardSvg } from './share-card.ts';

/** Images in memory: 100 of at most 150 kB. */
const MAX_CACHED = 100;

export async function shareImages(
  app: FastifyInstance,
  { renderer }: { renderer: Pick<PageRenderer, 'pattern'> },
): Promise<void> {
  // Keyed by what an image says, so that a changed program gets a new one. The values are promises, so that
  // simultaneous requests wait for the same drawing.
  const images = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED });
  let fonts: Promise<Fonts> | undefined;

  const draw = async (card: ShareCard): Promise<Buffer> => {
    fonts ??= openFonts();
    const pattern = renderer.pattern(card.name, PATTERN);
    return shareCardJpeg(shareCardSvg(card, { fonts: await fonts, pattern }));
  };

  app.get<{ Params: { id: string } }>(sharePath(':id'), async ({ ctx, params, headers }, reply) => {
    const id = pathId.safeParse(params).data?.id;
    if (id === undefined) throw notFound(programNotFound);
    const card = await cardOf(ctx, id);
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 27);
    const etag = `"${key}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=300',
      // other sites show the image
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isCurrent(headers['if-none-match'], etag)) return reply.status(304).send();
    const image = images.get(key) ?? draw(card);
    images.set(key, image);
    image.catch(() => images.delete(key));
    return reply.type('image/jpeg').send(await image);
  });
}

/** Reads as a visitor, so that a hidden program has no image. */
async function cardOf(ctx: Ctx, id: number): Promise<ShareCard> {
  const [{ view: program }, { view: site }, next] = await Promise.all([
    programs.service.get({ ...ctx, actor: null }, id),
    getSite({ em: ctx.em.fork() }),
    nextIntakes({ em: ctx.em.fork(), now: ctx.now }, [id]),
  ]);
  const { name, price, duration } = program;
  const [phone = ''] = site.institute.phones;
  return { institute: site.institute.name, name, price, duration, next: next.get(id) ?? null, phone };
}

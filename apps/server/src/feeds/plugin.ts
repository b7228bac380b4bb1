import type { FastifyInstance, FastifyReply } from 'fastify';
import { resources } from '../composition/resources.ts';
import type { Config } from '../config.ts';
import type { CachedReads } from '../http/cached-reads.ts';
import { keyOfPage } from '../http/read-key.ts';
import { getSite } from '../modules/site/site.service.ts';
import { manifest } from './manifest.ts';
import { rss } from './rss.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';

const FEED_ITEMS = 30;

type Options = { config: Pick<Config, 'publicUrl'>; reads: CachedReads };

export async function feeds(app: FastifyInstance, { config: { publicUrl }, reads }: Options): Promise<void> {
  reads.cacheRoutes(app, keyOfPage([]));

  app.get('/sitemap.xml', async ({ ctx }, reply) =>
    answer(reply, 'application/xml', await sitemap(ctx, publicUrl)),
  );

  app.get('/robots.txt', async (_, reply) =>
    answer(reply, 'text/plain', `User-agent: *\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  app.get('/.well-known/security.txt', async ({ ctx }, reply) => {
    const { view } = await getSite(ctx);
    return answer(reply, 'text/plain', securityTxt(view, publicUrl, ctx.now()));
  });

  for (const { feed, info } of resources) {
    if (!feed || !info.page) continue;
    const { path } = feed;
    const { page } = info;
    app.get(path, async ({ ctx }, reply) => {
      const [items, { view }] = await Promise.all([feed.latest(ctx, FEED_ITEMS), getSite(ctx)]);
      return answer(
        reply,
        'application/rss+xml',
        rss({ ...feed.channel(view), path, page }, items, publicUrl),
      );
    });
  }

  app.get('/manifest.webmanifest', async ({ ctx }, reply) => {
    const { view } = await getSite(ctx);
    return answer(reply, 'application/manifest+json', JSON.stringify(manifest(view)));
  });
}

const answer = (reply: FastifyReply, type: string, text: string) =>
  reply
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .type(`${type}; charset=utf-8`)
    .send(text);

import type { Site } from '@institute/contract';
import { chooseBrowserBarColour } from '@institute/contract/look';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import type { ContentInfo } from '../context.ts';
import { makePageKeyReader } from '../http/cache/read-key.ts';
import type { ContentFeed } from '../modules/platform/content/content-feed.ts';
import { readMenuPages } from '../modules/platform/site/empty-pages.service.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { writeRss } from './rss.ts';
import { writeSitemap } from './sitemap.ts';

const FEED_ITEMS = 30;

interface FeedServerOptions {
  config: Pick<Config, 'publicUrl'>;
  resources: readonly { feed: ContentFeed | null; info: ContentInfo }[];
}

export async function serveFeeds(
  app: FastifyInstance,
  { config: { publicUrl }, resources }: FeedServerOptions,
): Promise<void> {
  app.cacheRoutes(makePageKeyReader([]));

  app.get('/sitemap.xml', async ({ ctx }, reply) => {
    const { emptyPages } = await readMenuPages(ctx, (await getSite(ctx)).view);
    const sitemap = await writeSitemap(ctx, { emptyPages, origin: publicUrl });
    return answerFile(reply, 'application/xml', sitemap);
  });

  app.get('/robots.txt', async (_, reply) =>
    answerFile(reply, 'text/plain', `User-agent: *\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  app.get('/.well-known/security.txt', async ({ ctx }, reply) => {
    const { view } = await getSite(ctx);
    return answerFile(reply, 'text/plain', writeSecurityTxt(view, publicUrl, ctx.now()));
  });

  for (const { feed, info } of resources) {
    if (!feed || !info.page) continue;
    const { path } = feed;
    const { page } = info;
    app.get(path, async ({ ctx }, reply) => {
      const [items, { view }] = await Promise.all([feed.latest(ctx, FEED_ITEMS), getSite(ctx)]);
      return answerFile(
        reply,
        'application/rss+xml',
        writeRss({ ...feed.channel(view), path, page }, items, publicUrl),
      );
    });
  }

  app.get('/manifest.webmanifest', async ({ ctx }, reply) => {
    const { view } = await getSite(ctx);
    return answerFile(reply, 'application/manifest+json', JSON.stringify(makeWebManifest(view)));
  });
}

const answerFile = (reply: FastifyReply, type: string, text: string) =>
  reply
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .type(`${type}; charset=utf-8`)
    .send(text);

const PAPER_COLOR = '#fbf7ef';

const makeIconEntry = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const makeWebManifest = ({ institute: { name, blurb, colors } }: Site) => ({
  id: '/',
  ...(name && { name, short_name: name }),
  ...(blurb && { description: blurb }),
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: chooseBrowserBarColour(colors),
  background_color: PAPER_COLOR,
  icons: [
    makeIconEntry('icon-192', 192, 'any'),
    makeIconEntry('icon-512', 512, 'any'),
    makeIconEntry('maskable-512', 512, 'maskable'),
  ],
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

function writeSecurityTxt({ institute }: Pick<Site, 'institute'>, publicUrl: string, now: Date): string {
  // The date is a whole day, so that the text stays the same for a day
  const expiryDate = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    ...institute.emails.slice(0, 1).map((email) => `Contact: mailto:${encodeURI(email)}`),
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expiryDate.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

import type { PageRenderer, Posted } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { pageUrl } from '../http/read-key.ts';
import { contentPolicy } from './content-policy.ts';
import { framedOrigins } from './framed-origins.ts';
import { inProcess } from './in-process.ts';
import { isPreview, previewOf } from './preview.ts';

/** Kept by our own cache; a browser asks each time, and mostly hears 304. */
const publicPage = 'public, max-age=0, must-revalidate';
const RETRY_AFTER_S = 5;
const STEADY_MS = 10 * 60_000;

/** Of previews: the address is the key. */
const forItsReader = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

export type PageParts = {
  app: FastifyInstance;
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'> & Partial<Pick<Config, 'flutterwave'>>;
  renderer: PageRenderer;
};

/** A form that its page shows again, and the status that the API refused it with. */
type Refused = { status: number; posted: Posted };

/** The page at the address of a request, with all that its answer must carry. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { app, config, renderer }: PageParts,
  refused?: Refused,
) {
  const { publicUrl: origin, dev } = config;
  // the cache keys the page by this address: nothing else of the caller's may reach it
  const url = pageUrl(request.url, renderer.pageParameters);
  const { send, worstStatus } = inProcess(app, await previewOf(request.ctx, url));
  const page = await renderer.render(new Request(origin + url), {
    ...{ send, origin },
    ...(refused && { posted: refused.posted }),
  });
  const html = refused ? steady(await page.text()) : await page.text();

  reply.headers({ 'cache-control': publicPage, ...Object.fromEntries(page.headers) });
  if (isPreview(url)) reply.headers(forItsReader);
  // what somebody has typed is nobody else's
  if (refused) reply.header('cache-control', 'private, no-store');
  // vite's own scripts change with every edit
  if (dev) reply.removeHeader('content-security-policy');
  else {
    const frames = await framedOrigins(send, origin);
    reply.header('content-security-policy', contentPolicy(html, config, frames));
  }
  if (page.status < 500) return reply.status(refused?.status ?? page.status).send(html);

  reply.header('cache-control', 'no-store');
  if (worstStatus() !== 503) return reply.status(500).send(html);
  return reply.status(503).header('retry-after', RETRY_AFTER_S).send(html);
}

/** Two answers to the same form are the same bytes: their times, to the millisecond, would tell them apart. */
const steady = (html: string) =>
  html.replace(/\b(u|dehydratedAt|dataUpdatedAt):(\d{13})\b/g, (_, name: string, ms: string) => {
    const time = Number(ms);
    return `${name}:${time - (time % STEADY_MS)}`;
  });

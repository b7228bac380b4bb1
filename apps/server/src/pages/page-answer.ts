import { randomBytes } from 'node:crypto';
import type { PageRenderer, Posted } from '@institute/contract/page-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { CachedReads } from '../http/cached-reads.ts';
import { lightModeVary, wantsLight } from '../http/light-mode.ts';
import { pageUrl } from '../http/read-key.ts';
import '../http/route-of.ts';
import { varyBy } from '../http/vary.ts';
import { contentPolicy } from './content-policy.ts';
import { framedOrigins } from './framed-origins.ts';
import { inProcess } from './in-process.ts';
import { imageBytes } from './light-pages.ts';
import { ownScripts } from './page-scripts.ts';
import { isPreview, previewOf } from './preview.ts';

/** Pages stay in our own cache. Browsers ask each time and mostly get 304. */
const publicPage = 'public, max-age=0, must-revalidate';
const RETRY_AFTER_S = 5;

/** For previews, whose address is a secret. */
const previewHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

export type PageOptions = {
  app: FastifyInstance;
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'> & Partial<Pick<Config, 'flutterwave'>>;
  renderer: PageRenderer;
  reads?: CachedReads;
};

type PostedAnswer = { status: number; posted: Posted };

export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  answer?: PostedAnswer,
) {
  const { app, config, renderer } = options;
  const { publicUrl: origin, dev } = config;
  // address and mode are the cache key, so the page may depend on nothing else of the request
  const url = pageUrl(request.url, renderer.pageParameters);
  const { send, worst, sources } = inProcess(options, {
    preview: await previewOf(request.ctx, url),
    known: request.sourcesRead,
    remoteAddress: request.ip,
  });
  const nonce = randomBytes(16).toString('hex');
  let route = 'none';
  const page = await renderer.render(new Request(origin + url), {
    send,
    origin,
    nonce,
    // a form that is shown again has a route of its own
    onMatch: (pattern) => {
      route = pattern;
      if (!answer) request.patternOfPage = pattern;
    },
    ...(answer && { posted: answer.posted }),
    ...(wantsLight(request.headers) && { light: imageBytes(app) }),
  });
  const { html, hashes } = ownScripts(await page.text(), nonce);

  varyBy(reply, lightModeVary);
  reply.headers({
    'cache-control': publicPage,
    'accept-ch': 'ECT',
    ...Object.fromEntries(page.headers),
  });
  if (isPreview(url)) reply.headers(previewHeaders);
  // the page contains what the visitor typed
  if (answer) reply.header('cache-control', 'private, no-store');
  // the inline scripts of vite change with every edit
  if (dev) reply.removeHeader('content-security-policy');
  else {
    // without the database this call would wait a second time
    const frames = page.status < 500 ? await framedOrigins(send, origin) : [];
    reply.header('content-security-policy', contentPolicy({ route, scripts: hashes, frames }, config));
  }
  request.madeFrom = sources();
  if (page.status < 500) return reply.status(answer?.status ?? page.status).send(html);

  reply.header('cache-control', 'no-store');
  const { status, retryAfter = RETRY_AFTER_S } = worst();
  if (status !== 429 && status !== 503) return reply.status(500).send(html);
  return reply.status(status).header('retry-after', retryAfter).send(html);
}

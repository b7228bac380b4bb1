import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type CachedReads, readUrl } from '../http/cached-reads.ts';
import { contentPolicy } from './content-policy.ts';
import { framedOrigins } from './framed-origins.ts';
import { inProcess } from './in-process.ts';
import type { PageRenderer } from './renderer.ts';

/** Kept by our own cache; a browser asks each time, and mostly hears 304. */
const publicPage = 'public, max-age=0, must-revalidate';
const RETRY_AFTER_S = 5;
const moved = [
  ['/register', '/registration'],
  ['/login', '/admin/login'],
] as const;

type Options = {
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'>;
  reads: CachedReads;
  /** Another one than the built or the developed application. */
  renderer?: PageRenderer;
};

/** Every GET that nothing else answers is a page. */
export async function pages(app: FastifyInstance, { config, reads, renderer }: Options): Promise<void> {
  const pageRenderer = renderer ?? (await rendererOf(app, config));

  await app.register(async (scope) => {
    for (const [from, to] of moved) {
      scope.get(from, (request, reply) => reply.redirect(to + request.url.slice(from.length), 308));
    }
    if (!config.dev) reads.cover(scope, pageRenderer.pageParameters);
    scope.get('/*', (request, reply) => answerPage(request, reply, { app, config, renderer: pageRenderer }));
  });
}

async function rendererOf(app: FastifyInstance, { dev }: Options['config']): Promise<PageRenderer> {
  if (dev) return (await import('./dev-pages.ts')).devPages(app);
  return (await import('./built-pages.ts')).builtPages(app);
}

type Parts = Pick<Options, 'config'> & { app: FastifyInstance; renderer: PageRenderer };

async function answerPage({ url }: FastifyRequest, reply: FastifyReply, { app, config, renderer }: Parts) {
  const { publicUrl: origin, dev } = config;
  const { send, worstStatus } = inProcess(app);
  const address = origin + readUrl(url, renderer.pageParameters);
  const page = await renderer.render(new Request(address), { send, origin });
  const html = await page.text();

  reply.headers({ 'cache-control': publicPage, ...Object.fromEntries(page.headers) });
  // vite's own scripts change with every edit
  if (dev) reply.removeHeader('content-security-policy');
  else {
    const frames = await framedOrigins(send, origin);
    reply.header('content-security-policy', contentPolicy(html, config, frames));
  }
  if (page.status < 500) return reply.status(page.status).send(html);

  reply.header('cache-control', 'no-store');
  if (worstStatus() !== 503) return reply.status(500).send(html);
  return reply.status(503).header('retry-after', RETRY_AFTER_S).send(html);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { contentSecurity } from './content-security.ts';
import { inProcess } from './in-process.ts';
import type { PageRenderer } from './renderer.ts';

/** Kept by our own cache; a browser asks each time, and mostly hears 304. */
const publicPage = 'public, max-age=0, must-revalidate';
const moved = [
  ['/register', '/registration'],
  ['/login', '/admin/login'],
] as const;

/** Every GET that nothing else answers is a page. */
export async function pages(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const renderer = config.dev
    ? await (await import('./dev-pages.ts')).devPages(app)
    : await (await import('./built-pages.ts')).builtPages(app);

  for (const [from, to] of moved) {
    app.get(from, (request, reply) => reply.redirect(to + request.url.slice(from.length), 308));
  }
  app.get('/*', (request, reply) => answerPage(request, reply, { app, config, renderer }));
}

type Parts = { app: FastifyInstance; config: Config; renderer: PageRenderer };

async function answerPage(request: FastifyRequest, reply: FastifyReply, { app, config, renderer }: Parts) {
  const { send, worstStatus } = inProcess(app);
  const page = await renderer.render(new Request(config.publicUrl + request.url), {
    send,
    origin: config.publicUrl,
  });
  const html = await page.text();
  return reply
    .status(page.status)
    .headers({ 'cache-control': publicPage, ...Object.fromEntries(page.headers) })
    .header('content-security-policy', contentSecurity(html, config))
    .send(html);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import '../../../http/cache/cached-reads.ts';
import { findOtherSite } from '../site/other-sites.service.ts';
import { getSite } from '../site/site.service.ts';
import { countRedirectHit, loadCurrentTable, writeRedirectHits } from './known-redirects.ts';
import { leavePageHeaders, writeLeavePage } from './leave-page.ts';
import { encodeNonAscii } from './redirect-table.ts';

/**
 * Marks requests whose query has a redirect. Such a redirect takes precedence over the page and its cached answer,
 * which ignore unknown queries.
 */
export function registerQueryRedirects(
  app: FastifyInstance,
  shared: Pick<Ctx, 'em' | 'changes' | 'now'>,
): void {
  const ctx = { ...shared, log: app.log };
  app.addHook('onRequest', (request, _, done) => {
    const { url, method } = request;
    if (!url.includes('?') || url.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD'))
      return done();
    const markRedirected = (table: Awaited<ReturnType<typeof loadCurrentTable>>) => {
      request.isRedirected = table.findQuery(url) !== undefined;
      done();
    };
    const redirectTable = loadCurrentTable(ctx);
    if (redirectTable instanceof Promise) redirectTable.then(markRedirected, done);
    else markRedirected(redirectTable);
  });
  app.addHook('onClose', () => writeRedirectHits(ctx));
}

export async function answerRedirect(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { ctx, url, isRedirected } = request;
  const table = await loadCurrentTable(ctx);
  const foundRedirect = isRedirected ? table.findQuery(url) : table.find(url);
  if (!foundRedirect) return false;
  countRedirectHit(ctx, foundRedirect.id);
  const otherSiteUrl = findOtherSite(ctx.config, foundRedirect.to);
  if (otherSiteUrl) {
    const { view } = await getSite(ctx);
    reply.headers(leavePageHeaders).send(writeLeavePage(view, otherSiteUrl));
    return true;
  }
  // Browsers must ask again each time, so that hits are counted and the office can remove the redirect
  reply.header('cache-control', 'no-cache').redirect(encodeNonAscii(foundRedirect.to), 301);
  return true;
}

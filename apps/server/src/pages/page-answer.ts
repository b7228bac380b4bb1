// A visitor's request for a page comes in and its HTML with its content policy goes out: never may the cache keep
// what depends on more than address and mode, and never may a script within content run.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Site } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import type { ImageBytes, Outgoing, PageRenderer, Posted, Send } from '@institute/contract/page-bundle';
import { translatorMark } from '@institute/contract/site.constants';
import { readToday } from '@institute/contract/time';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import type { CachedAnswer, Reads } from '../http/cache/cached-answer.ts';
import { isLightWanted, isTranslatorWanted, pageModeVary, toPageUrl } from '../http/cache/read-key.ts';
import { addVary } from '../http/conditional.ts';
import { makeContentTag } from '../http/etag.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { toPlainPath } from '../http/policies/plain-path.ts';
import type { Preview } from '../modules/platform/content/content.service.ts';
import { type PreviewedItem, readPreview } from '../modules/platform/content/preview.service.ts';
import type { ProviderSettings } from '../modules/platform/payments/payment-provider.ts';
import { hashScript, makeContentPolicy } from './content-policy.ts';
import { type PostedAnswer, readPosted } from './posted-again.ts';

/** Pages stay in our own cache. Browsers ask each time and mostly get 304. */
const cacheRules = 'public, max-age=0, must-revalidate';
const RETRY_AFTER_S = 5;

/** For previews, whose address is a secret. */
const previewHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

export type PageOptions = {
  app: FastifyInstance;
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'> & ProviderSettings;
  renderer: PageRenderer;
  imageBytes: ImageBytes;
  /** The item of a preview's link. Null when it has no page, or it or its version has gone. */
  previewItem: (ctx: Ctx, item: PreviewedItem) => Promise<Preview | null>;
  /** False when no redirect leads on from this address. */
  answerRedirect?: ((request: FastifyRequest, reply: FastifyReply) => Promise<boolean>) | undefined;
};

/** A page of the site that the cache may keep. Address and mode are its key: it depends on nothing else of the request. */
export async function answerPublicPage(request: FastifyRequest, reply: FastifyReply, options: PageOptions) {
  const { app, renderer, answerRedirect } = options;
  const path = toPlainPath(readUrlPath(request.url));
  const isElsewhere = request.isRedirected || renderer.locate(path) === undefined;
  if (isElsewhere && (await answerRedirect?.(request, reply))) return reply;
  // No spelling of an unknown address has a page, and the router would redirect from one to another
  const url = toPageUrl(isElsewhere ? path + readQuery(request.url) : request.url, renderer.pageParameters);
  if (isPreview(url)) return previewPage(request, reply, options, url);
  const carried = readPosted(request);
  if (carried) return answerPostedPage(request, reply, options, carried);
  const calls = makeInProcessSend(app, request);
  const { fills } = request;
  if (fills?.last && (await calls.isUnchanged(fills.last))) {
    fills.isUnchanged = true;
    request.patternOfPage = fills.last.route;
    return reply.send('');
  }
  const page = await drawPage(request, options, { url, calls });
  request.patternOfPage = page.route;
  if (page.status === 404 && (await answerRedirect?.(request, reply))) return reply;
  // A light page also shows sizes of images, which no answer of the API has, so it is always rendered
  if (fills && !isLightWanted(request.headers)) fills.reads = calls.reads;
  return sendPage(reply, page, {});
}

/** An item before it is published, for anybody with its secret link. */
async function previewPage(request: FastifyRequest, reply: FastifyReply, options: PageOptions, url: string) {
  const calls = makeInProcessSend(options.app, request, await findPreview(request.ctx, url, options));
  const page = await drawPage(request, options, { url, calls });
  request.patternOfPage = page.route;
  if (page.status === 404 && (await options.answerRedirect?.(request, reply))) return reply;
  return sendPage(reply, page, previewHeaders);
}

/** The page of a form that was posted, with what the visitor typed. */
export async function answerPostedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  { status, posted }: PostedAnswer,
) {
  const url = toPageUrl(request.url, options.renderer.pageParameters);
  const calls = makeInProcessSend(options.app, request);
  const page = await drawPage(request, options, { url, calls, posted });
  return sendPage(reply, page, { 'cache-control': 'private, no-store' }, status);
}

type Drawing = { url: string; calls: ReturnType<typeof makeInProcessSend>; posted?: Posted };
type DrawnPage = Awaited<ReturnType<typeof drawPage>>;

async function drawPage(
  { headers }: FastifyRequest,
  { config, renderer, imageBytes }: PageOptions,
  { url, calls: { send, worst }, posted }: Drawing,
) {
  const { publicUrl: origin, dev } = config;
  const nonce = randomBytes(16).toString('hex');
  let route = 'none';
  const page = await renderer.render(new Request(origin + url), {
    send,
    origin,
    nonce,
    onMatch: (pattern) => {
      route = pattern;
    },
    ...(posted && { posted }),
    ...(isLightWanted(headers) && { light: imageBytes }),
  });
  const { html, hashes } = allowOwnScripts(await page.text(), nonce);
  const isTranslated = isTranslatorWanted(headers);
  // Without the database this call would wait a second time
  const frames = page.status < 500 && !dev ? await listFramedOrigins(send, origin) : [];
  return {
    status: page.status,
    headers: page.headers,
    route,
    // Tells the browser that the policy admits the translator, and gives the page an ETag of its own
    html: isTranslated ? html.replace('<html', `<html ${translatorMark}`) : html,
    // The inline scripts of vite change with every edit
    policy: dev ? undefined : makeContentPolicy({ route, scripts: hashes, frames, isTranslated }, config),
    worst: worst(),
  };
}

function sendPage(
  reply: FastifyReply,
  { status, headers, html, policy, worst }: DrawnPage,
  own: Record<string, string>,
  /** Status of the answer. Differs from that of the page where a posted form was refused. */
  outcome = status,
) {
  addVary(reply, pageModeVary);
  reply.headers({ 'cache-control': cacheRules, 'accept-ch': 'ECT', ...Object.fromEntries(headers), ...own });
  if (policy) reply.header('content-security-policy', policy);
  else reply.removeHeader('content-security-policy');
  if (status < 500) return reply.status(outcome).send(html);

  reply.header('cache-control', 'no-store');
  if (worst.status !== 429 && worst.status !== 503) return reply.status(500).send(html);
  return reply
    .status(worst.status)
    .header('retry-after', worst.retryAfter ?? RETRY_AFTER_S)
    .send(html);
}

async function listFramedOrigins(send: Send, origin: string): Promise<string[]> {
  const { status, body } = await send({ method: 'GET', path: '/site', headers: {}, body: undefined });
  if (status !== 200) return [];
  const { mapUrl, aboutDocumentUrl } = (body as { data: Site }).data.institute;
  const origins = [mapUrl, aboutDocumentUrl].filter(Boolean).map((url) => new URL(url, origin).origin);
  return [...new Set(origins)];
}

type Outcome = { status: number; retryAfter?: string | number | undefined };

/** Calls of a page to the API. `preview` takes the place of the answer that visitors get. */
function makeInProcessSend(
  app: FastifyInstance,
  { ip: remoteAddress }: FastifyRequest,
  preview?: Preview | null,
) {
  let worst: Outcome = { status: 0 };
  const reads = new Map([[DAY_OF_PAGE, readToday()]]);

  const call = async ({ method, path, headers, body }: Outgoing) => {
    const url = apiPrefix + path;
    const known = method === 'GET' && (await app.knownAnswer(url));
    if (known) return { status: known.status, bytes: known.text.identity, digest: known.text.digest };
    const answer = await callInProcess(app, {
      method: method as InjectOptions['method'],
      url,
      headers,
      remoteAddress,
      ...(body !== undefined && { payload: body }),
    });
    const status = answer.statusCode;
    if (status > worst.status) worst = { status, retryAfter: answer.headers['retry-after'] };
    // A write has no digest that could be the same again
    const digest = method === 'GET' ? makeContentTag(answer.rawPayload) : randomUUID();
    return { status, bytes: answer.rawPayload, digest };
  };
  const sendInProcess: Send = async (outgoing) => {
    const { method, path } = outgoing;
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
    const { status, bytes, digest } = await call(outgoing);
    reads.set(path, digest === (reads.get(path) ?? digest) ? digest : randomUUID());
    return { status, body: parseJson(bytes) };
  };

  const readDigest = async (path: string) =>
    path === DAY_OF_PAGE
      ? readToday()
      : (await call({ method: 'GET', path, headers: {}, body: undefined })).digest;
  const isUnchanged = async ({ reads: known }: CachedAnswer) => {
    if (!known) return false;
    const same = await Promise.all(
      Array.from(known, async ([path, digest]) => (await readDigest(path)) === digest),
    );
    return same.every(Boolean);
  };
  return { send: sendInProcess, worst: () => worst, reads: reads as Reads, isUnchanged };
}

/** What a page reads in addition to the answers to its calls. */
const DAY_OF_PAGE = 'the day';

const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

const scriptTag = /^<script(?=[\s>])(?!.*\ssrc=)(?!.*\stype="(?!module|speculationrules|text\/javascript))/s;

/**
 * The renderer's scripts have a nonce that no content knows, so scripts within content are left out. A cached
 * page cannot have a nonce, so the policy gets hashes and the page loses its nonces.
 */
export function allowOwnScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const parts = rendered
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .split(` nonce="${nonce}"`);
  const hashes = parts.slice(1).flatMap((rest, place) => {
    const before = parts[place] ?? '';
    const tagEnd = rest.indexOf('>') + 1;
    const end = rest.indexOf('</script>');
    const tag = before.slice(before.lastIndexOf('<')) + rest.slice(0, tagEnd);
    if (end < tagEnd || !scriptTag.test(tag)) return [];
    return hashScript(rest.slice(tagEnd, end));
  });
  return { html: parts.join(''), hashes };
}

const isPreview = (url: string): boolean => previewToken(url) !== null;

/** Null for an expired link or another page. */
async function findPreview(
  ctx: Ctx,
  url: string,
  { previewItem }: Pick<PageOptions, 'previewItem'>,
): Promise<Preview | null> {
  const token = previewToken(url);
  const item = token && (await readPreview(ctx, token));
  const preview = item && (await previewItem(ctx, item));
  return preview && readUrlPath(url) === preview.address ? preview : null;
}

const readUrlPath = (url: string): string => url.split('?', 1)[0] ?? '';
const readQuery = (url: string): string => url.slice(readUrlPath(url).length);
const previewToken = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('preview');

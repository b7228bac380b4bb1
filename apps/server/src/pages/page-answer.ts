// Answers a visitor's request for a page with its HTML and content policy. The cache must never keep what depends on
// more than the address and the mode, and a script within content must never run.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Site } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import type {
  OutgoingCall,
  PageRenderer,
  PostedValues,
  ReadImageBytes,
  SendCall,
} from '@institute/contract/page-bundle';
import { translatorAttribute } from '@institute/contract/site.constants';
import { readToday } from '@institute/contract/time';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import type { CachedAnswer, ReadDigests } from '../http/cache/cached-answer.ts';
import { isLightWanted, isTranslatorWanted, pageModeHeaderNames, toPageUrl } from '../http/cache/read-key.ts';
import { addVary } from '../http/conditional.ts';
import { makeContentTag } from '../http/etag.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { toPlainPath } from '../http/policies/plain-path.ts';
import type { ItemPreview } from '../modules/platform/content/content.service.ts';
import { type PreviewedItem, readPreview } from '../modules/platform/content/preview.service.ts';
import type { ProviderSettings } from '../modules/platform/payments/payment-provider.ts';
import { hashScript, makeContentPolicy } from './content-policy.ts';
import { type PostedFormAnswer, readPostedForm } from './posted-again.ts';

/** Pages stay in our own cache. Browsers ask each time, and mostly get a 304. */
const pageCacheControl = 'public, max-age=0, must-revalidate';
const UNAVAILABLE_RETRY_AFTER_S = 5;

/** Headers of previews, whose address is a secret. */
const previewHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

export type PageOptions = {
  app: FastifyInstance;
  config: Pick<Config, 'dev' | 'publicUrl' | 'uploadUrl'> & ProviderSettings;
  renderer: PageRenderer;
  imageBytes: ReadImageBytes;
  /**
   * Reads the item to which the link of a preview belongs. Null when the item has no page, or when it or its version
   * is gone.
   */
  previewItem: (ctx: Ctx, item: PreviewedItem) => Promise<ItemPreview | null>;
  /** Redirects from this address. Returns false when there is no redirect. */
  answerRedirect?: ((request: FastifyRequest, reply: FastifyReply) => Promise<boolean>) | undefined;
};

/**
 * Answers with a page that the cache may keep. Its key is made of address and mode, so the page depends on nothing
 * else of the request.
 */
export async function answerPublicPage(request: FastifyRequest, reply: FastifyReply, options: PageOptions) {
  const { app, renderer, answerRedirect } = options;
  const plainPath = toPlainPath(readUrlPath(request.url));
  const isAddressWithoutPage = request.isRedirected || renderer.locate(plainPath) === undefined;
  if (isAddressWithoutPage && (await answerRedirect?.(request, reply))) return reply;
  // An unknown address keeps its spelling, because the router would redirect from one spelling to another
  const renderedUrl = toPageUrl(
    isAddressWithoutPage ? plainPath + readQuery(request.url) : request.url,
    renderer.pageParameters,
  );
  if (isPreview(renderedUrl)) return previewPage(request, reply, options, renderedUrl);
  const postedAnswerToShow = readPostedForm(request);
  if (postedAnswerToShow) return answerPostedPage(request, reply, options, postedAnswerToShow);
  const inProcessCalls = makeInProcessCalls(app, request);
  const { fills } = request;
  if (fills?.last && (await inProcessCalls.isUnchanged(fills.last))) {
    fills.isUnchanged = true;
    request.patternOfPage = fills.last.route;
    return reply.send('');
  }
  const drawnPage = await drawPage(request, options, { url: renderedUrl, calls: inProcessCalls });
  request.patternOfPage = drawnPage.route;
  if (drawnPage.status === 404 && (await answerRedirect?.(request, reply))) return reply;
  // A light page is always rendered, because it shows sizes of images, which are in no answer of the API
  if (fills && !isLightWanted(request.headers)) fills.reads = inProcessCalls.reads;
  return sendPage(reply, drawnPage, {});
}

/** Shows an item before it is published to anybody who has its secret link. */
async function previewPage(request: FastifyRequest, reply: FastifyReply, options: PageOptions, url: string) {
  const previewCalls = makeInProcessCalls(options.app, request, await findPreview(request.ctx, url, options));
  const page = await drawPage(request, options, { url, calls: previewCalls });
  request.patternOfPage = page.route;
  if (page.status === 404 && (await options.answerRedirect?.(request, reply))) return reply;
  return sendPage(reply, page, previewHeaders);
}

/** Shows the page of a posted form with what the visitor typed. */
export async function answerPostedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  { status, posted }: PostedFormAnswer,
) {
  const url = toPageUrl(request.url, options.renderer.pageParameters);
  const sendCalls = makeInProcessCalls(options.app, request);
  const page = await drawPage(request, options, { url, calls: sendCalls, posted });
  return sendPage(reply, page, { 'cache-control': 'private, no-store' }, status);
}

type PageDrawingInput = { url: string; calls: ReturnType<typeof makeInProcessCalls>; posted?: PostedValues };
type DrawnPage = Awaited<ReturnType<typeof drawPage>>;

async function drawPage(
  { headers }: FastifyRequest,
  { config, renderer, imageBytes }: PageOptions,
  { url, calls: { send, worst }, posted }: PageDrawingInput,
) {
  const { publicUrl: origin, dev } = config;
  const nonce = randomBytes(16).toString('hex');
  let matchedRoute = 'none';
  const page = await renderer.render(new Request(origin + url), {
    send,
    origin,
    nonce,
    onMatch: (pattern) => {
      matchedRoute = pattern;
    },
    ...(posted && { posted }),
    ...(isLightWanted(headers) && { light: imageBytes }),
  });
  const { html, hashes } = allowOwnScripts(await page.text(), nonce);
  const isTranslated = isTranslatorWanted(headers);
  // Without the database this call would wait a second time, so it is left out
  const framedOrigins = page.status < 500 && !dev ? await listFramedOrigins(send, origin) : [];
  return {
    status: page.status,
    headers: page.headers,
    route: matchedRoute,
    // The mark tells the browser that the policy admits the translator, and it gives the page an ETag of its own
    html: isTranslated ? html.replace('<html', `<html ${translatorAttribute}`) : html,
    // In development there is no policy, because the inline scripts of vite change with every edit
    policy: dev
      ? undefined
      : makeContentPolicy(
          { route: matchedRoute, scripts: hashes, frames: framedOrigins, isTranslated },
          config,
        ),
    worst: worst(),
  };
}

function sendPage(
  reply: FastifyReply,
  { status, headers, html, policy, worst }: DrawnPage,
  own: Record<string, string>,
  /** Status of the answer. It differs from the status of the page when a posted form was refused. */
  outcome = status,
) {
  addVary(reply, pageModeHeaderNames);
  reply.headers({
    'cache-control': pageCacheControl,
    'accept-ch': 'ECT',
    ...Object.fromEntries(headers),
    ...own,
  });
  if (policy) reply.header('content-security-policy', policy);
  else reply.removeHeader('content-security-policy');
  if (status < 500) return reply.status(outcome).send(html);

  reply.header('cache-control', 'no-store');
  if (worst.status !== 429 && worst.status !== 503) return reply.status(500).send(html);
  return reply
    .status(worst.status)
    .header('retry-after', worst.retryAfter ?? UNAVAILABLE_RETRY_AFTER_S)
    .send(html);
}

async function listFramedOrigins(send: SendCall, origin: string): Promise<string[]> {
  const { status, body } = await send({ method: 'GET', path: '/site', headers: {}, body: undefined });
  if (status !== 200) return [];
  const { mapUrl, aboutDocumentUrl } = (body as { data: Site }).data.institute;
  const origins = [mapUrl, aboutDocumentUrl].filter(Boolean).map((url) => new URL(url, origin).origin);
  return [...new Set(origins)];
}

type CallOutcome = { status: number; retryAfter?: string | number | undefined };

/**
 * Makes the function by which a page calls the API within this process. `preview` replaces the answer that visitors
 * get.
 */
function makeInProcessCalls(
  app: FastifyInstance,
  { ip: remoteAddress }: FastifyRequest,
  preview?: ItemPreview | null,
) {
  let worstOutcome: CallOutcome = { status: 0 };
  const readDigests = new Map([[CURRENT_DAY_KEY, readToday()]]);

  const callApi = async ({ method, path, headers, body }: OutgoingCall) => {
    const url = apiPrefix + path;
    const answerFromCache = method === 'GET' && (await app.knownAnswer(url));
    if (answerFromCache)
      return {
        status: answerFromCache.status,
        bytes: answerFromCache.text.identity,
        digest: answerFromCache.text.digest,
      };
    const apiAnswer = await callInProcess(app, {
      method: method as InjectOptions['method'],
      url,
      headers,
      remoteAddress,
      ...(body !== undefined && { payload: body }),
    });
    const answerStatus = apiAnswer.statusCode;
    if (answerStatus > worstOutcome.status)
      worstOutcome = { status: answerStatus, retryAfter: apiAnswer.headers['retry-after'] };
    // Each write gets a new digest, so that its page counts as changed
    const answerDigest = method === 'GET' ? makeContentTag(apiAnswer.rawPayload) : randomUUID();
    return { status: answerStatus, bytes: apiAnswer.rawPayload, digest: answerDigest };
  };
  const sendInProcess: SendCall = async (outgoing) => {
    const { method, path } = outgoing;
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
    const { status, bytes, digest } = await callApi(outgoing);
    readDigests.set(path, digest === (readDigests.get(path) ?? digest) ? digest : randomUUID());
    return { status, body: parseJson(bytes) };
  };

  const readDigest = async (path: string) =>
    path === CURRENT_DAY_KEY
      ? readToday()
      : (await callApi({ method: 'GET', path, headers: {}, body: undefined })).digest;
  const isPageUnchanged = async ({ reads: known }: CachedAnswer) => {
    if (!known) return false;
    const isDigestEqualByRead = await Promise.all(
      Array.from(known, async ([path, digest]) => (await readDigest(path)) === digest),
    );
    return isDigestEqualByRead.every(Boolean);
  };
  return {
    send: sendInProcess,
    worst: () => worstOutcome,
    reads: readDigests as ReadDigests,
    isUnchanged: isPageUnchanged,
  };
}

/** Stands for the date, which a page reads in addition to the API's answers. */
const CURRENT_DAY_KEY = 'the day';

const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

const inlineScriptTagPattern =
  /^<script(?=[\s>])(?!.*\ssrc=)(?!.*\stype="(?!module|speculationrules|text\/javascript))/s;

/**
 * Allows the scripts of the renderer, which have a nonce that no content knows. Scripts within content are thus left
 * out. A cached page cannot use a nonce, so the policy gets hashes and the nonces are removed from the page.
 */
export function allowOwnScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const htmlParts = rendered
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .split(` nonce="${nonce}"`);
  const scriptHashes = htmlParts.slice(1).flatMap((rest, place) => {
    const htmlBefore = htmlParts[place] ?? '';
    const tagEnd = rest.indexOf('>') + 1;
    const scriptEnd = rest.indexOf('</script>');
    const openingTag = htmlBefore.slice(htmlBefore.lastIndexOf('<')) + rest.slice(0, tagEnd);
    if (scriptEnd < tagEnd || !inlineScriptTagPattern.test(openingTag)) return [];
    return hashScript(rest.slice(tagEnd, scriptEnd));
  });
  return { html: htmlParts.join(''), hashes: scriptHashes };
}

const isPreview = (url: string): boolean => previewToken(url) !== null;

/** Finds the item of a preview's link. Null for an expired link or another page. */
async function findPreview(
  ctx: Ctx,
  url: string,
  { previewItem }: Pick<PageOptions, 'previewItem'>,
): Promise<ItemPreview | null> {
  const linkToken = previewToken(url);
  const linkedItem = linkToken && (await readPreview(ctx, linkToken));
  const itemPreview = linkedItem && (await previewItem(ctx, linkedItem));
  return itemPreview && readUrlPath(url) === itemPreview.address ? itemPreview : null;
}

const readUrlPath = (url: string): string => url.split('?', 1)[0] ?? '';
const readQuery = (url: string): string => url.slice(readUrlPath(url).length);
const previewToken = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('preview');

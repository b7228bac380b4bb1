import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { escapeXml } from './xml.ts';

const plainPageStyle = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fbf7ef;color:#1d1b16;font:1.125rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;width:calc(100% - 2rem);max-width:36rem;margin:1rem;padding:2rem;overflow-wrap:anywhere;border:1px solid #e3d9c6;border-radius:18px;background:#fff}
img{display:block;margin-bottom:1rem}
h1{margin:0 0 .5rem;font-size:clamp(1.5rem,6vw,2rem);line-height:1.2}
p:last-child{margin-bottom:0}
a{display:inline-flex;align-items:center;min-height:44px;margin-right:1.5rem;color:inherit;font-weight:600}
.go{box-sizing:border-box;margin-bottom:.5rem;padding:.5rem 1.5rem;border-radius:12px;background:#1d1b16;color:#fff;text-decoration:none}
button{min-height:44px;margin:0 .75rem .75rem 0;padding:0 1.5rem;border:0;border-radius:12px;background:#1d1b16;color:#fff;font:inherit;font-weight:600}`;

export const plainPageHeaders = {
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(plainPageStyle).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
};

/** Writes the beginning of a page. `meta` is HTML for its head, `above` is HTML before its heading. */
export const writePlainPageHead = (title: string, meta = '', above = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${meta}<title>${title}</title>
<style>${plainPageStyle}</style>
</head>
<body>
<main>
${above}<h1>${title}</h1>
`;
export const plainPageEnd = '</main>\n</body>\n</html>\n';

const titleByStatus: Partial<Record<number, string>> = {
  404: 'Page not found',
  405: 'This page cannot do that',
  500: 'Something went wrong',
  503: 'This site is not available right now',
};

/** Writes the page that a browser shows when a request fails. */
export const writeErrorPage = ({ status, message, requestId }: PageFailure): string =>
  `${writePlainPageHead(titleByStatus[status] ?? 'This did not work')}<p>${escapeXml(message)}.</p>
<p>If you write to us about it, give this number: ${escapeXml(requestId)}</p>
<p><a href="/">Home</a></p>
${plainPageEnd}`;

/**
 * Writes the page that tells the site's own address. It has no other links, because those would lead to the wrong
 * host.
 */
export const writeOtherHostPage = (publicUrl: string): string =>
  `${writePlainPageHead('This site has another address')}<p>You find it here:</p>
<p><a href="${escapeXml(publicUrl)}">${escapeXml(publicUrl.replace(/^https?:\/\/|\/$/g, ''))}</a></p>
${plainPageEnd}`;

interface PageFailure {
  status: number;
  message: string;
  requestId: string;
}

const writeBusyPage = (afterSeconds = 5) =>
  `${writePlainPageHead('The site is very busy', `<meta http-equiv="refresh" content="${afterSeconds}">\n`)}<p>Many people are here at this moment. This page tries again by itself in a few seconds.</p>
<p><a href="">Try again now</a><a href="/">Home</a></p>
${plainPageEnd}`;

/** Seconds until the next try, chosen at random, so that many visitors do not come back at the same moment. */
const BUSY_RETRY_AFTER_S = { least: 2, most: 6 };

/** The error of a request that found no place in the queue. */
export class ServerBusyError extends AppError {
  constructor() {
    const { least, most } = BUSY_RETRY_AFTER_S;
    super('UNAVAILABLE', 'The site is very busy. Please try again in a few seconds.', {
      retryAfter: least + Math.round(Math.random() * (most - least)),
    });
  }
}

/** Answers a refused GET of a browser with the busy page. Returns false for every other request. */
export function showBusyPage(error: unknown, { method, headers }: FastifyRequest, reply: FastifyReply) {
  const isReadMethod = method === 'GET' || method === 'HEAD';
  if (!(error instanceof ServerBusyError) || !isReadMethod || !headers.accept?.includes('text/html'))
    return false;
  reply
    .status(error.status)
    .headers({ ...plainPageHeaders, 'retry-after': String(error.retryAfter) })
    .send(writeBusyPage(error.retryAfter));
  return true;
}

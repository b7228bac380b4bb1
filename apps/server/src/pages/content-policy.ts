import { createHash } from 'node:crypto';
import { translatorScript } from '@institute/contract/site.constants';
import type { Config } from '../config.ts';

/** Sources of the payment provider's checkout. */
const checkout = {
  script: ['https://checkout.flutterwave.com'],
  frames: ['https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'],
};
const nothing: typeof checkout = { script: [], frames: [] };

type Settings = Pick<Config, 'publicUrl' | 'uploadUrl'> & Partial<Pick<Config, 'flutterwave'>>;

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const isData = /\stype="(?!module|text\/javascript)/;

/** A cached page cannot have a nonce, so each inline script is allowed by its hash. */
export const scriptHashes = (html: string): string[] =>
  Array.from(html.matchAll(inlineScript))
    .filter(([, attributes = '']) => !isData.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** The folders that the translator's scripts need. */
const translator = {
  scripts: [
    new URL('./', translatorScript).href,
    'https://translate.googleapis.com/_/translate_http/',
    'https://translate-pa.googleapis.com/v1/',
    'https://www.gstatic.com/_/translate_http/',
  ],
  styles: ['https://translate.googleapis.com/translate_static/', 'https://www.gstatic.com/_/translate_http/'],
  calls: ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
};

/** The content policy of a page. Images may come from anywhere, frames from the video host and the site's settings. */
export function contentPolicy(
  html: string,
  { publicUrl, uploadUrl, flutterwave }: Settings,
  frames: readonly string[] = [],
): string {
  const pay = flutterwave?.publicKey ? checkout : nothing;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...pay.script, ...scriptHashes(html), ...translator.scripts].join(' ')}`,
    `style-src 'self' 'unsafe-inline' ${translator.styles.join(' ')}`,
    "img-src 'self' data: http: https:",
    `frame-src ${['https://www.youtube-nocookie.com', ...pay.frames, ...frames].join(' ')}`,
    `connect-src ${["'self'", ...pay.frames, ...(uploadUrl ? [new URL(uploadUrl).origin] : []), ...translator.calls].join(' ')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

import { createHash } from 'node:crypto';
import { translatorScript } from '@institute/contract/site.constants';
import type { Config } from '../config.ts';

/** Where the checkout's script comes from, and what it frames and asks. */
const checkout = {
  script: ['https://checkout.flutterwave.com'],
  frames: ['https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'],
};
const nothing: typeof checkout = { script: [], frames: [] };

type Settings = Pick<Config, 'publicUrl' | 'uploadUrl'> & Partial<Pick<Config, 'flutterwave'>>;

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const isData = /\stype="(?!module|text\/javascript)/;

/** A kept page cannot carry a nonce, so each of its inline scripts is allowed by its hash. */
export const scriptHashes = (html: string): string[] =>
  Array.from(html.matchAll(inlineScript))
    .filter(([, attributes = '']) => !isData.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** Only what the translator's own scripts need, and of those hosts only their folders. */
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

/** What a page may load. Pictures may be anywhere; frames come from the players' host and from where the site says. */
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

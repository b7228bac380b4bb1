import { trustedTypesPolicy } from '@institute/contract/content.constants';
import { translatorScript } from '@institute/contract/site.constants';
import type { Config } from '../config.ts';

const checkout = {
  script: ['https://checkout.flutterwave.com'],
  frames: ['https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'],
};
/** Without scripts, the form of this page is redirected to the provider's own page. */
const DONATION_PAGE = '/donations';
const nothing: typeof checkout = { script: [], frames: [] };

type Settings = Pick<Config, 'publicUrl' | 'uploadUrl'> & Partial<Pick<Config, 'flutterwave'>>;

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

const noTranslator: typeof translator = { scripts: [], styles: [], calls: [] };

/**
 * In the admin area the browser takes HTML and scripts only from these policies: ours, for pasted text and
 * for emails in a sandboxed frame, and that of the editor's library.
 */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypesPolicy} ProseMirrorClipboard`,
];

interface Page {
  /** The pattern of the matched route, or `none`. */
  route: string;
  scripts: readonly string[];
  frames?: readonly string[];
}

/**
 * Images may come from anywhere, frames from the video host and the site's settings. The admin area runs only
 * scripts of this site: it has no translator and no payments.
 */
export function contentPolicy(
  { route, scripts, frames = [] }: Page,
  { publicUrl, uploadUrl, flutterwave }: Settings,
): string {
  const isAdmin = /^\/admin(?:\/|$)/.test(route);
  const pay = flutterwave?.publicKey && !isAdmin ? checkout : nothing;
  const payPages =
    flutterwave?.publicKey && route === DONATION_PAGE
      ? [...checkout.script, ...checkout.frames, new URL(flutterwave.baseUrl).origin]
      : [];
  const translate = isAdmin ? noTranslator : translator;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...pay.script, ...scripts, ...translate.scripts].join(' ')}`,
    `style-src ${["'self'", "'unsafe-inline'", ...translate.styles].join(' ')}`,
    // shows an image that is pasted into an article while it is uploaded
    `img-src 'self' data: http: https:${isAdmin ? ' blob:' : ''}`,
    `frame-src ${[...(isAdmin ? ["'self'"] : []), 'https://www.youtube-nocookie.com', ...pay.frames, ...frames].join(' ')}`,
    `connect-src ${["'self'", ...pay.frames, ...(uploadUrl ? [new URL(uploadUrl).origin] : []), ...translate.calls].join(' ')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...payPages].join(' ')}`,
    // the admin area shows pages with unsaved texts
    `frame-ancestors ${isAdmin ? "'none'" : "'self'"}`,
    ...(isAdmin ? trustedTypes : []),
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

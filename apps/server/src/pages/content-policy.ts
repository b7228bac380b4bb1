import { createHash } from 'node:crypto';
import { donationPage } from '@institute/contract/donations.constants';
import { feesPage } from '@institute/contract/fees.constants';
import { translatorScript, trustedTypesPolicy } from '@institute/contract/site.constants';
import type { Config } from '../config/config.ts';
import { listPaymentSources, type ProviderSettings } from '../modules/platform/payments/payment-provider.ts';

type Settings = Pick<Config, 'publicUrl' | 'uploadUrl'> & ProviderSettings;

const noProvider = { scripts: [], frames: [], calls: [] };

const translatorSources = {
  scripts: [
    new URL('./', translatorScript).href,
    'https://translate.googleapis.com/_/translate_http/',
    'https://translate-pa.googleapis.com/v1/',
    'https://www.gstatic.com/_/translate_http/',
  ],
  styles: ['https://translate.googleapis.com/translate_static/', 'https://www.gstatic.com/_/translate_http/'],
  calls: ['https://translate.googleapis.com', 'https://translate-pa.googleapis.com'],
};

const noTranslator: typeof translatorSources = { scripts: [], styles: [], calls: [] };

/**
 * In the admin area the browser takes HTML and scripts only from these policies. Ours is for pasted text and
 * sandboxed emails, the other is the editor's.
 */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypesPolicy} ProseMirrorClipboard`,
];

/** Allows one inline script. */
export const hashScript = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface Page {
  /** The pattern of the matched route, or `none`. */
  route: string;
  scripts: readonly string[];
  frames?: readonly string[];
  /** The visitor has chosen a language. */
  isTranslated?: boolean;
}

/**
 * Images may come from anywhere, frames from the video host and the site's settings. Scripts of others share
 * the origin with the office's session. So the payment provider's run only where somebody pays, and none in
 * the admin area. The translator's run only for who has chosen a language.
 */
export function makeContentPolicy(
  { route, scripts, frames = [], isTranslated = false }: Page,
  { publicUrl, uploadUrl, ...settings }: Settings,
): string {
  const isAdmin = /^\/admin(?:\/|$)/.test(route);
  const provider = listPaymentSources(settings) ?? noProvider;
  const pay = route === donationPage ? provider : noProvider;
  const isPaying = route === donationPage || route.startsWith(feesPage);
  // Without scripts, and for fees, the form is redirected to the provider's own page
  const payPages = isPaying ? [...provider.scripts, ...provider.frames, ...provider.calls] : [];
  const translate = isTranslated && !isAdmin ? translatorSources : noTranslator;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...pay.scripts, ...scripts, ...translate.scripts].join(' ')}`,
    `style-src ${["'self'", "'unsafe-inline'", ...translate.styles].join(' ')}`,
    // Shows an image that is pasted into an article while it is uploaded
    `img-src 'self' data: http: https:${isAdmin ? ' blob:' : ''}`,
    // The office prints receipts from a frame
    `frame-src ${[...(isAdmin ? ["'self'", 'blob:'] : []), 'https://www.youtube-nocookie.com/embed/', ...pay.frames, ...frames].join(' ')}`,
    `connect-src ${["'self'", ...pay.frames, ...(uploadUrl ? [new URL(uploadUrl).origin] : []), ...translate.calls].join(' ')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...payPages].join(' ')}`,
    // The admin area shows pages with unsaved texts
    `frame-ancestors ${isAdmin ? "'none'" : "'self'"}`,
    ...(isAdmin ? trustedTypes : []),
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

import { createHash } from 'node:crypto';
import { donationPagePath } from '@institute/contract/donations.constants';
import { feesPagePath } from '@institute/contract/fees.constants';
import { translatorScript, trustedTypesPolicy } from '@institute/contract/site.constants';
import type { Config } from '../config/config.ts';
import { listPaymentSources, type ProviderSettings } from '../modules/platform/payments/payment-provider.ts';

type ContentPolicySettings = Pick<Config, 'publicUrl' | 'uploadUrl'> & ProviderSettings;

const noProviderSources = { scripts: [], frames: [], calls: [] };

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

const noTranslatorSources: typeof translatorSources = { scripts: [], styles: [], calls: [] };

/**
 * Browsers accept HTML and scripts in the admin area only from these policies. Ours is for pasted text and sandboxed
 * emails, the other one belongs to the editor.
 */
const trustedTypesDirectives = [
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypesPolicy} ProseMirrorClipboard`,
];

/** Source for a policy that allows this inline script. */
export const hashScript = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface PageForPolicy {
  /** The pattern of the matched route, or `none`. */
  route: string;
  scripts: readonly string[];
  frames?: readonly string[];
  /** True when the visitor has chosen a language. */
  isTranslated?: boolean;
}

/**
 * Makes the content policy of a page. Images may come from anywhere, frames from the video host and the site's
 * settings. Scripts share the origin with the office's session, so foreign ones are limited: those of the payment
 * provider run only on the page for donations, those of the translator only after the visitor has chosen a language,
 * and none in the admin area.
 */
export function makeContentPolicy(
  { route, scripts, frames = [], isTranslated = false }: PageForPolicy,
  { publicUrl, uploadUrl, ...settings }: ContentPolicySettings,
): string {
  const isAdmin = /^\/admin(?:\/|$)/.test(route);
  const providerSources = listPaymentSources(settings) ?? noProviderSources;
  const paymentSources = route === donationPagePath ? providerSources : noProviderSources;
  const isPaymentPage = route === donationPagePath || route.startsWith(feesPagePath);
  // The form is redirected to the provider's own page for fees, and for donations without scripts
  const paymentPageSources = isPaymentPage
    ? [...providerSources.scripts, ...providerSources.frames, ...providerSources.calls]
    : [];
  const pageTranslatorSources = isTranslated && !isAdmin ? translatorSources : noTranslatorSources;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...paymentSources.scripts, ...scripts, ...pageTranslatorSources.scripts].join(' ')}`,
    `style-src ${["'self'", "'unsafe-inline'", ...pageTranslatorSources.styles].join(' ')}`,
    // `blob:` shows an image that was pasted into an article while it is uploaded
    `img-src 'self' data: http: https:${isAdmin ? ' blob:' : ''}`,
    // The office prints receipts from a frame with a `blob:`
    `frame-src ${[...(isAdmin ? ["'self'", 'blob:'] : []), 'https://www.youtube-nocookie.com/embed/', ...paymentSources.frames, ...frames].join(' ')}`,
    `connect-src ${["'self'", ...paymentSources.frames, ...(uploadUrl ? [new URL(uploadUrl).origin] : []), ...pageTranslatorSources.calls].join(' ')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...paymentPageSources].join(' ')}`,
    // The admin area shows pages with unsaved texts in a frame
    `frame-ancestors ${isAdmin ? "'none'" : "'self'"}`,
    ...(isAdmin ? trustedTypesDirectives : []),
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

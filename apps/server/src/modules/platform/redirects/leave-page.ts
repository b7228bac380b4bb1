import type { SiteSettings } from '@institute/contract';
import { plainPageEnd, plainPageHeaders, writePlainPageHead } from '../../../http/busy-page.ts';
import { escapeXml } from '../../../http/xml.ts';
import { readInstituteName } from '../../../messaging/email/email.ts';

export const leavePageHeaders = { ...plainPageHeaders, 'x-robots-tag': 'noindex' };

const pageLogoHtml = '<img src="/favicon.svg" alt="" width="48" height="48">\n';

/** Writes a page that warns visitors before they leave for another site, so that nobody takes that site for ours. */
export function writeLeavePage(site: Pick<SiteSettings, 'institute'>, { host, href }: URL): string {
  const leavePageTitle = `You leave the site of ${readInstituteName(site)}`;
  const escapedHost = escapeXml(host);
  return `${writePlainPageHead(escapeXml(leavePageTitle), '', pageLogoHtml)}<p>This address leads to <strong>${escapedHost}</strong>. What stands there is not ours.</p>
<p><a class="go" href="${escapeXml(href)}" rel="noreferrer nofollow">Go on to ${escapedHost}</a><a href="/">Home</a></p>
${plainPageEnd}`;
}

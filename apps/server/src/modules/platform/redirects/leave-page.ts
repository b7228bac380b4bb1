import type { SiteSettings } from '@institute/contract';
import { plainPageEnd, plainPageHeaders, writePlainPageHead } from '../../../http/busy-page.ts';
import { escapeXml } from '../../../http/xml.ts';
import { nameInText } from '../../../messaging/email/email.ts';

export const leavePageHeaders = { ...plainPageHeaders, 'x-robots-tag': 'noindex' };

const pageMark = '<img src="/favicon.svg" alt="" width="48" height="48">\n';

/** A page between this site and another one, so that nobody takes the other one for ours. */
export function writeLeavePage(site: Pick<SiteSettings, 'institute'>, { host, href }: URL): string {
  const title = `You leave the site of ${nameInText(site)}`;
  const shownHost = escapeXml(host);
  return `${writePlainPageHead(escapeXml(title), '', pageMark)}<p>This address leads to <strong>${shownHost}</strong>. What stands there is not ours.</p>
<p><a class="go" href="${escapeXml(href)}" rel="noreferrer nofollow">Go on to ${shownHost}</a><a href="/">Home</a></p>
${plainPageEnd}`;
}

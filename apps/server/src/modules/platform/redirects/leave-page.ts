import type { SiteSettings } from '@institute/contract';
import { plainPageEnd, plainPageHead, plainPageHeaders } from '../../../http/busy-page.ts';
import { xmlText as htmlText } from '../../../http/xml.ts';
import { nameInText } from '../../../messaging/email/email.ts';

export const leavePageHeaders = { ...plainPageHeaders, 'x-robots-tag': 'noindex' };

const mark = '<img src="/favicon.svg" alt="" width="48" height="48">\n';

/** Stands between this site and another one, so that nobody takes the other one for ours. */
export function leavePage(site: Pick<SiteSettings, 'institute'>, { host, href }: URL): string {
  const title = `You leave the site of ${nameInText(site)}`;
  const shownHost = htmlText(host);
  return `${plainPageHead(htmlText(title), '', mark)}<p>This address leads to <strong>${shownHost}</strong>. What stands there is not ours.</p>
<p><a class="go" href="${htmlText(href)}" rel="noreferrer nofollow">Go on to ${shownHost}</a><a href="/">Home</a></p>
${plainPageEnd}`;
}

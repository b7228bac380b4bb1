import { readStyle } from '@institute/contract/styles';

const markTags = {
  strong: /(?:^|[;\s])font-weight:\s*(?:bold|[5-9]\d\d)/i,
  em: /(?:^|[;\s])font-style:\s*italic/i,
  u: /(?:^|[;\s])text-decoration(?:-line)?:[^;]*underline/i,
  s: /(?:^|[;\s])text-decoration(?:-line)?:[^;]*line-through/i,
  sup: /(?:^|[;\s])vertical-align:\s*super/i,
  sub: /(?:^|[;\s])vertical-align:\s*sub(?!\w)/i,
};
const NOT_BOLD = /(?:^|[;\s])font-weight:\s*(?:normal|[1-4]\d\d)/i;

/** Google Docs and Word on the web write marks as styles, which no text keeps. */
export function writeMarksAsTags(page: Document): void {
  for (const element of page.body.querySelectorAll('[style]')) {
    const style = [...readStyle(element.getAttribute('style') ?? '')]
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
    // Google Docs wraps all that is copied in one
    if (element.localName === 'b' && NOT_BOLD.test(style)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    // Elsewhere it marks words that are not bold among bold ones
    if (NOT_BOLD.test(style)) element.setAttribute('style', 'font-weight:400');
    else element.removeAttribute('style');
    for (const [tag, find] of Object.entries(markTags)) {
      const isOfLink = tag === 'u' && (element.closest('a') || element.querySelector('a'));
      const isOfHeading = tag === 'strong' && /^h\d$/.test(element.localName);
      if (!find.test(style) || isOfLink || isOfHeading) continue;
      const mark = page.createElement(tag);
      mark.append(...element.childNodes);
      element.append(mark);
    }
  }
}

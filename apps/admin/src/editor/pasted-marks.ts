import { readStyle } from '@institute/contract/styles';

const markTagPatterns = {
  strong: /(?:^|[;\s])font-weight:\s*(?:bold|[5-9]\d\d)/i,
  em: /(?:^|[;\s])font-style:\s*italic/i,
  u: /(?:^|[;\s])text-decoration(?:-line)?:[^;]*underline/i,
  s: /(?:^|[;\s])text-decoration(?:-line)?:[^;]*line-through/i,
  sup: /(?:^|[;\s])vertical-align:\s*super/i,
  sub: /(?:^|[;\s])vertical-align:\s*sub(?!\w)/i,
};
const NOT_BOLD_STYLE = /(?:^|[;\s])font-weight:\s*(?:normal|[1-4]\d\d)/i;

/**
 * Turns styles such as bold into tags. Google Docs and Word on the web use styles, and stored texts have
 * none.
 */
export function writeMarksAsTags(page: Document): void {
  for (const element of page.body.querySelectorAll('[style]')) {
    const style = [...readStyle(element.getAttribute('style') ?? '')]
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
    // Google Docs wraps everything that is copied in one `b` that is not bold
    if (element.localName === 'b' && NOT_BOLD_STYLE.test(style)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    // Elsewhere such a `b` holds words that are not bold within bold ones
    if (NOT_BOLD_STYLE.test(style)) element.setAttribute('style', 'font-weight:400');
    else element.removeAttribute('style');
    for (const [tag, find] of Object.entries(markTagPatterns)) {
      const isUnderlinedLink = tag === 'u' && (element.closest('a') || element.querySelector('a'));
      const isBoldHeading = tag === 'strong' && /^h\d$/.test(element.localName);
      if (!find.test(style) || isUnderlinedLink || isBoldHeading) continue;
      const markElement = page.createElement(tag);
      markElement.append(...element.childNodes);
      element.append(markElement);
    }
  }
}

import { readStyleProperties } from '@institute/contract/styles';

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
  for (const styledElement of page.body.querySelectorAll('[style]')) {
    const normalizedStyle = [...readStyleProperties(styledElement.getAttribute('style') ?? '')]
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
    // Google Docs wraps everything that is copied in one `b` that is not bold
    if (styledElement.localName === 'b' && NOT_BOLD_STYLE.test(normalizedStyle)) {
      styledElement.replaceWith(...styledElement.childNodes);
      continue;
    }
    // Elsewhere such a `b` holds words that are not bold within bold ones
    if (NOT_BOLD_STYLE.test(normalizedStyle)) styledElement.setAttribute('style', 'font-weight:400');
    else styledElement.removeAttribute('style');
    for (const [tag, find] of Object.entries(markTagPatterns)) {
      const hasUnderlinedLink =
        tag === 'u' && (styledElement.closest('a') || styledElement.querySelector('a'));
      const isBoldHeading = tag === 'strong' && /^h\d$/.test(styledElement.localName);
      if (!find.test(normalizedStyle) || hasUnderlinedLink || isBoldHeading) continue;
      const markElement = page.createElement(tag);
      markElement.append(...styledElement.childNodes);
      styledElement.append(markElement);
    }
  }
}

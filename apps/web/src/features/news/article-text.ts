const inline = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)\b[^>]*>/g;
const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The words of an article as the server stores it, without their markup. */
export const articleText = (html: string): string =>
  html
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, (sign) => signs[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

// Characters that XML 1.0 does not allow, not even escaped.
const forbiddenCharacters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const xmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml = (text: string): string =>
  text.replace(forbiddenCharacters, '').replace(/[&<>"']/g, (sign) => xmlEscapes[sign] ?? sign);

export const writeXmlElement = (name: string, text: string): string =>
  `<${name}>${escapeXml(text)}</${name}>`;

import type { EditorView } from '@tiptap/pm/view';

/** The line of a list in WhatsApp and other programs that copy plain text. */
const item = /^\s*[•‣▪◦●∙·]\s*(\S.*)$/;

/** Plain text with lines such as "• Tea" as HTML with lists. Undefined for a text without them. */
export function toHtmlLists(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/);
  if (!lines.some((line) => item.test(line))) return undefined;
  const page = document.implementation.createHTMLDocument();
  const { body } = page;
  for (const line of lines) {
    const words = item.exec(line)?.[1];
    if (!words && !line.trim()) continue;
    const last = body.lastElementChild;
    const list = last?.localName === 'ul' ? last : undefined;
    const place = words ? (list ?? body.appendChild(page.createElement('ul'))) : body;
    const block = page.createElement(words ? 'li' : 'p');
    block.textContent = words ?? line.trim();
    place.append(block);
  }
  return body.innerHTML;
}

/** Returns whether it has pasted the text. A text that has HTML too is cleaned elsewhere. */
export function pasteLists(view: EditorView, data: DataTransfer | null): boolean {
  if (!data || data.types.includes('text/html')) return false;
  const html = toHtmlLists(data.getData('text/plain'));
  return html !== undefined && view.pasteHTML(html);
}

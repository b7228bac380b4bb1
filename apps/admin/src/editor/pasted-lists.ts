import type { EditorView } from '@tiptap/pm/view';

/** The line of a list in WhatsApp and other programs that copy plain text. */
const BULLET_LINE = /^\s*[•‣▪◦●∙·]\s*(\S.*)$/;

/**
 * Converts plain text with lines such as "• Tea" to HTML with lists. Undefined for a text without such lines.
 */
export function toHtmlLists(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/);
  if (!lines.some((line) => BULLET_LINE.test(line))) return undefined;
  const page = document.implementation.createHTMLDocument();
  const { body } = page;
  for (const line of lines) {
    const itemText = BULLET_LINE.exec(line)?.[1];
    if (!itemText && !line.trim()) continue;
    const lastElement = body.lastElementChild;
    const list = lastElement?.localName === 'ul' ? lastElement : undefined;
    const parentElement = itemText ? (list ?? body.appendChild(page.createElement('ul'))) : body;
    const block = page.createElement(itemText ? 'li' : 'p');
    block.textContent = itemText ?? line.trim();
    parentElement.append(block);
  }
  return body.innerHTML;
}

/** Returns whether it has pasted the text. It leaves a text that also has HTML to the cleaning of HTML. */
export function pasteTextWithLists(view: EditorView, data: DataTransfer | null): boolean {
  if (!data || data.types.includes('text/html')) return false;
  const html = toHtmlLists(data.getData('text/plain'));
  return html !== undefined && view.pasteHTML(html);
}

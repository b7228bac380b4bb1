import type { EditorView } from '@tiptap/pm/view';

/** The line of a list in WhatsApp and other programs that copy plain text. */
const BULLET_LINE_PATTERN = /^\s*[•‣▪◦●∙·]\s*(\S.*)$/;

/**
 * Converts plain text with lines such as "• Tea" to HTML with lists. Undefined for a text without such lines.
 */
export function toHtmlLists(text: string): string | undefined {
  const textLines = text.split(/\r\n?|\n/);
  if (!textLines.some((line) => BULLET_LINE_PATTERN.test(line))) return undefined;
  const page = document.implementation.createHTMLDocument();
  const { body } = page;
  for (const textLine of textLines) {
    const itemText = BULLET_LINE_PATTERN.exec(textLine)?.[1];
    if (!itemText && !textLine.trim()) continue;
    const lastElement = body.lastElementChild;
    const openListElement = lastElement?.localName === 'ul' ? lastElement : undefined;
    const parentElement = itemText ? (openListElement ?? body.appendChild(page.createElement('ul'))) : body;
    const lineElement = page.createElement(itemText ? 'li' : 'p');
    lineElement.textContent = itemText ?? textLine.trim();
    parentElement.append(lineElement);
  }
  return body.innerHTML;
}

/** Returns whether it has pasted the text. It leaves a text that also has HTML to the cleaning of HTML. */
export function pasteTextWithLists(view: EditorView, data: DataTransfer | null): boolean {
  if (!data || data.types.includes('text/html')) return false;
  const listHtml = toHtmlLists(data.getData('text/plain'));
  return listHtml !== undefined && view.pasteHTML(listHtml);
}

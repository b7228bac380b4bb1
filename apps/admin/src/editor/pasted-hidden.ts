import { findHiddenParts, isTrackedChange } from '@institute/contract/hidden-parts';
import { readSheet } from '@institute/contract/styles';
import { toast } from '@institute/ui/toast.ts';
import { countItems } from '../ui/count-items.ts';

const readElement = ({ localName, attributes, childNodes }: Element) => ({
  name: localName,
  attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
  children: [...childNodes],
});

export const findHiddenNodes = (page: Document) =>
  findHiddenParts<Node>(page.documentElement, (node) => {
    if (node instanceof Element) return readElement(node);
    return node instanceof Text ? node.data : undefined;
  });

/**
 * Removes comments of word processors and hidden nodes. Adds line breaks where only a style broke the line.
 */
export function removeHiddenNodes(page: Document): void {
  const { hidden, remarks, lines } = findHiddenNodes(page);
  for (const lineElement of lines)
    lineElement.parentNode?.insertBefore(page.createElement('br'), lineElement);
  for (const hiddenNode of hidden) hiddenNode.parentNode?.removeChild(hiddenNode);
  for (const insertedText of page.querySelectorAll('ins'))
    if (isTrackedChange(readElement(insertedText).attributes))
      insertedText.replaceWith(...insertedText.childNodes);
  if (remarks > 0) toast.info(`${countItems(remarks, 'remark')} ${remarks === 1 ? 'was' : 'were'} left out`);
}

/** Copies the rules of style sheets to the elements, because a class may say that words are bold. */
export function writeStyleSheetsInline(page: Document): void {
  const styleSheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const findStyle = readSheet(styleSheets.join('\n'));
  for (const element of page.body.querySelectorAll('*')) {
    const style = findStyle(readElement(element));
    if (style) element.setAttribute('style', style + (element.getAttribute('style') ?? ''));
  }
}

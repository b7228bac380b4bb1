import { findHiddenParts, isTrackedChange } from '@institute/contract/hidden-parts';
import { makeSheetStyleFinder } from '@institute/contract/styles';
import { toast } from '@institute/ui/toast.ts';
import { countItems } from '../ui/count-items.ts';

const describeElement = ({ localName, attributes, childNodes }: Element) => ({
  name: localName,
  attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
  children: [...childNodes],
});

export const findHiddenNodes = (page: Document) =>
  findHiddenParts<Node>(page.documentElement, (node) => {
    if (node instanceof Element) return describeElement(node);
    return node instanceof Text ? node.data : undefined;
  });

/**
 * Removes comments of word processors and hidden nodes. Adds line breaks where only a style broke the line.
 */
export function removeHiddenNodes(page: Document): void {
  const { hidden, remarks, lines } = findHiddenNodes(page);
  for (const elementOnOwnLine of lines)
    elementOnOwnLine.parentNode?.insertBefore(page.createElement('br'), elementOnOwnLine);
  for (const hiddenNode of hidden) hiddenNode.parentNode?.removeChild(hiddenNode);
  for (const insertionElement of page.querySelectorAll('ins'))
    if (isTrackedChange(describeElement(insertionElement).attributes))
      insertionElement.replaceWith(...insertionElement.childNodes);
  if (remarks > 0) toast.info(`${countItems(remarks, 'remark')} ${remarks === 1 ? 'was' : 'were'} left out`);
}

/** Copies the rules of style sheets to the elements, because a class may say that words are bold. */
export function writeStyleSheetsInline(page: Document): void {
  const styleSheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const findStyle = makeSheetStyleFinder(styleSheets.join('\n'));
  for (const element of page.body.querySelectorAll('*')) {
    const sheetStyle = findStyle(describeElement(element));
    if (sheetStyle) element.setAttribute('style', sheetStyle + (element.getAttribute('style') ?? ''));
  }
}

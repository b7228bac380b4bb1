import { findHiddenParts, isTracked } from '@institute/contract/hidden-parts';
import { readSheet } from '@institute/contract/styles';
import { toast } from '@institute/ui/toast.ts';
import { countItems } from '../ui/count-items.ts';

const readElement = ({ localName, attributes, childNodes }: Element) => ({
  name: localName,
  attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
  children: [...childNodes],
});

export const findHidden = (page: Document) =>
  findHiddenParts<Node>(page.documentElement, (node) => {
    if (node instanceof Element) return readElement(node);
    return node instanceof Text ? node.data : undefined;
  });

/** Leaves out remarks and what is hidden, and breaks lines where only a style does. */
export function removeHiddenNodes(page: Document): void {
  const { hidden, remarks, lines } = findHidden(page);
  for (const line of lines) line.parentNode?.insertBefore(page.createElement('br'), line);
  for (const node of hidden) node.parentNode?.removeChild(node);
  for (const words of page.querySelectorAll('ins'))
    if (isTracked(readElement(words).attributes)) words.replaceWith(...words.childNodes);
  if (remarks > 0) toast.info(`${countItems(remarks, 'remark')} ${remarks === 1 ? 'was' : 'were'} left out`);
}

/** A class of a sheet may say that words are bold. */
export function writeSheetsAsStyles(page: Document): void {
  const sheets = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const findStyle = readSheet(sheets.join('\n'));
  for (const element of page.body.querySelectorAll('*')) {
    const style = findStyle(readElement(element));
    if (style) element.setAttribute('style', style + (element.getAttribute('style') ?? ''));
  }
}

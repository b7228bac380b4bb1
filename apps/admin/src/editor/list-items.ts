import { renameElement } from './rename-element.ts';

const LIST_SELECTOR = 'ul, ol';
const INLINE_TAG = /^(?:a|span|b|strong|i|em|u|s|del|ins|sub|sup|code|mark|small|font|br|img)$/;
const isListElement = (node: Node): boolean => node instanceof Element && node.matches(LIST_SELECTOR);
const isListItem = (node: Node): node is Element => node instanceof Element && node.localName === 'li';

/**
 * Repairs lists: each child of a list becomes an item, and no item holds an inner list alone. Several
 * programs write an inner list beside its item, or in an item of its own. The numbers of the items stay the
 * same.
 */
export function repairLists(page: Document): void {
  for (const outdatedListElement of page.querySelectorAll('menu, dir'))
    renameElement(outdatedListElement, 'ul');
  for (const item of page.querySelectorAll('li'))
    if (!item.parentElement?.closest(LIST_SELECTOR)) wrapItemInList(item);
  // Inner lists first, so that outer ones find them repaired
  for (const list of [...page.querySelectorAll(LIST_SELECTOR)].reverse()) repairList(list);
}

/** Puts items that follow each other without a list into one list. */
function wrapItemInList(item: Element): void {
  const previousElement = item.previousElementSibling;
  const list = previousElement?.matches('[data-of-items]')
    ? previousElement
    : item.ownerDocument.createElement('ul');
  if (list !== previousElement) item.before(list);
  list.setAttribute('data-of-items', '');
  list.append(item);
}

function repairList(list: Element): void {
  // Page builders put boxes between a list and its items
  for (const listWrapper of [...list.children])
    if (!listWrapper.matches('ul, ol, li') && listWrapper.querySelector(':scope > li'))
      listWrapper.replaceWith(...listWrapper.childNodes);
  wrapLooseWords(list);
  let item: Element | undefined;
  for (const child of [...list.children]) {
    const isItemAroundLists = isListItem(child) && itemHasListsOnly(child);
    if (isListItem(child) && !isItemAroundLists) item = child;
    else {
      const keptNodes = isItemAroundLists ? [...child.children].filter(isListElement) : [child];
      if (item) item.append(...keptNodes);
      else if (keptNodes.every(isListElement)) list.before(...keptNodes);
      else {
        item = list.ownerDocument.createElement('li');
        child.before(item);
        item.append(...keptNodes);
      }
      if (isItemAroundLists) child.remove();
    }
  }
  if (!list.firstElementChild) list.remove();
}

/** Puts words between items into paragraphs. */
function wrapLooseWords(list: Element): void {
  let wordsParagraph: Element | undefined;
  for (const node of [...list.childNodes]) {
    const isInlineNode =
      node instanceof Element ? INLINE_TAG.test(node.localName) : Boolean(node.textContent?.trim());
    if (isInlineNode) {
      wordsParagraph ??= list.insertBefore(list.ownerDocument.createElement('p'), node);
      wordsParagraph.append(node);
    } else if (node instanceof Element) wordsParagraph = undefined;
  }
}

function itemHasListsOnly(item: Element): boolean {
  const nodesBesideLists = [...item.childNodes].filter((node) => !isListElement(node));
  const isBlankNode = (node: Node) =>
    !node.textContent?.trim() &&
    !(node instanceof Element && (node.matches('img, table') || node.querySelector('img, table')));
  return nodesBesideLists.length < item.childNodes.length && nodesBesideLists.every(isBlankNode);
}

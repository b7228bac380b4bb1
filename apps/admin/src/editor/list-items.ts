import { renameElement } from './rename-element.ts';

const LISTS = 'ul, ol';
const LOOSE_TAG = /^(?:a|span|b|strong|i|em|u|s|del|ins|sub|sup|code|mark|small|font|br|img)$/;
const isList = (node: Node): boolean => node instanceof Element && node.matches(LISTS);
const isItem = (node: Node): node is Element => node instanceof Element && node.localName === 'li';

/**
 * Leaves nothing in a list but items, and no item without words before its inner list. Several programs write an inner
 * list beside its item, or in one of its own. No item gets another number.
 */
export function repairLists(page: Document): void {
  for (const list of page.querySelectorAll('menu, dir')) renameElement(list, 'ul');
  for (const item of page.querySelectorAll('li')) if (!item.parentElement?.closest(LISTS)) wrapItem(item);
  // Inner ones first
  for (const list of [...page.querySelectorAll(LISTS)].reverse()) repairList(list);
}

/** Items without a list, one after the other, get one. */
function wrapItem(item: Element): void {
  const before = item.previousElementSibling;
  const list = before?.matches('[data-of-items]') ? before : item.ownerDocument.createElement('ul');
  if (list !== before) item.before(list);
  list.setAttribute('data-of-items', '');
  list.append(item);
}

function repairList(list: Element): void {
  // Page builders put boxes between a list and its items
  for (const box of [...list.children])
    if (!box.matches('ul, ol, li') && box.querySelector(':scope > li')) box.replaceWith(...box.childNodes);
  wrapLooseWords(list);
  let item: Element | undefined;
  for (const part of [...list.children]) {
    const isWrapper = isItem(part) && hasListsOnly(part);
    if (isItem(part) && !isWrapper) item = part;
    else {
      const parts = isWrapper ? [...part.children].filter(isList) : [part];
      if (item) item.append(...parts);
      else if (parts.every(isList)) list.before(...parts);
      else {
        item = list.ownerDocument.createElement('li');
        part.before(item);
        item.append(...parts);
      }
      if (isWrapper) part.remove();
    }
  }
  if (!list.firstElementChild) list.remove();
}

/** Puts words between items into paragraphs. */
function wrapLooseWords(list: Element): void {
  let line: Element | undefined;
  for (const node of [...list.childNodes]) {
    const isLoose =
      node instanceof Element ? LOOSE_TAG.test(node.localName) : Boolean(node.textContent?.trim());
    if (isLoose) {
      line ??= list.insertBefore(list.ownerDocument.createElement('p'), node);
      line.append(node);
    } else if (node instanceof Element) line = undefined;
  }
}

function hasListsOnly(item: Element): boolean {
  const rest = [...item.childNodes].filter((node) => !isList(node));
  const isBlank = (node: Node) =>
    !node.textContent?.trim() &&
    !(node instanceof Element && (node.matches('img, table') || node.querySelector('img, table')));
  return rest.length < item.childNodes.length && rest.every(isBlank);
}

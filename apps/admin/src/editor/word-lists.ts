import { repairLists } from './list-items.ts';
import { renameElement } from './rename-element.ts';

const MARK_SELECTOR = '[style*="mso-list:Ignore" i]';
/** Paragraphs of Word, and items of Word on the web, which are lists of one item each. */
const LINE_SELECTOR =
  'p[class^="MsoList"], p[style*="mso-list" i], .ListContainerWrapper > :is(ul, ol) > li[data-aria-level]';
/** A bullet or a number, and the spaces after it. Symbol and Wingdings write their bullets as letters. */
const WRITTEN_MARK = /^\s*([·•▪●○◦§oüØvq\uf000-\uf0ff–-]|\(?(?:\d{1,3}|[a-z]{1,4})[.)])[\s\u00a0]{2,}/i;
const NUMBER_MARK = /^\s*\(?(\d{1,3}|[a-z]{1,4})[.)]/i;
const ROMAN_NUMBER = /^[ivx]+$/i;
const romanValues: Record<string, number> = { i: 1, v: 5, x: 10 };

interface Line {
  element: Element;
  level: number;
  kind: 'ul' | 'ol';
  /** The `type` of an `ol`. Undefined for 1, 2, 3. */
  type?: string | undefined;
  first: number;
}

/** Turns the list paragraphs of word processors into lists, without the marks that are in their words. */
export function makeLists(page: Document): void {
  repairLists(page);
  nameListTypes(page);
  /** The open lists, outermost first. */
  let open: Element[] = [];
  for (const { element, level, kind, type, first } of findLines(page)) {
    if (element.previousElementSibling !== open[0]) open = [];
    // Nests one level at a time
    const depth = Math.min(level - 1, open.length);
    const isSame = open[depth]?.localName === kind;
    open = open.slice(0, isSame ? depth + 1 : depth);

    const list = open[depth] ?? page.createElement(kind);
    if (!isSame) {
      if (type) list.setAttribute('type', type);
      // The numbers of a list go on after a paragraph
      if (first > 1) list.setAttribute('start', String(first));
      if (depth === 0) element.before(list);
      else open[depth - 1]?.lastElementChild?.append(list);
      open.push(list);
    }
    list.append(element);
    renameElement(element, 'li');
  }
}

/** In the order of the text. A paragraph between items is none, though Word calls it one of a list. */
function findLines(page: Document): Line[] {
  return [...page.querySelectorAll(LINE_SELECTOR)].flatMap((element) => {
    if (element.localName === 'li') return [unwrapWebItem(element)];
    const style = element.getAttribute('style') ?? '';
    const level = /mso-list:[^;]*level(\d)/i.exec(style)?.[1];
    const mark = removeMark(element, level !== undefined);
    if (mark === undefined && level === undefined) return [];
    return [{ element, level: Number(level ?? 1), ...readMark(mark ?? '') }];
  });
}

/** Removes the mark from the words, and gives it. */
function removeMark(line: Element, isListed: boolean): string | undefined {
  const ignored = line.querySelector(MARK_SELECTOR);
  if (ignored) {
    ignored.remove();
    return ignored.textContent ?? '';
  }
  if (!isListed && !/MsoList(?:Paragraph|Bullet|Number)/.test(line.className)) return undefined;
  const [whole, mark] = WRITTEN_MARK.exec(line.textContent ?? '') ?? [];
  if (whole) removeStart(line, whole.length);
  return mark;
}

function removeStart(line: Element, length: number): void {
  const texts = line.ownerDocument.createNodeIterator(line, NodeFilter.SHOW_TEXT);
  let left = length;
  for (let text = texts.nextNode(); text && left > 0; text = texts.nextNode()) {
    const words = text.textContent ?? '';
    text.textContent = words.slice(left);
    left -= words.length;
  }
}

function readMark(mark: string): Omit<Line, 'element' | 'level'> {
  const sign = NUMBER_MARK.exec(mark)?.[1];
  if (!sign) return { kind: 'ul', first: 1 };
  if (/^\d/.test(sign)) return { kind: 'ol', first: Number(sign) };
  const small = sign.toLowerCase();
  const isSmall = sign === small;
  // A list seldom begins with its 22nd or 24th letter
  if (ROMAN_NUMBER.test(sign)) return { kind: 'ol', type: isSmall ? 'i' : 'I', first: readRoman(small) };
  const first = small.length === 1 ? small.charCodeAt(0) - 96 : 1;
  return { kind: 'ol', type: isSmall ? 'a' : 'A', first };
}

function readRoman(sign: string): number {
  let sum = 0;
  for (const [at, letter] of [...sign].entries()) {
    const value = romanValues[letter] ?? 0;
    sum += value < (romanValues[sign[at + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}

/** Puts the item in the place of its wrapper. */
function unwrapWebItem(item: Element): Line {
  const list = item.parentElement;
  const wrapper = list?.parentElement;
  const kind = list?.localName === 'ol' ? 'ol' : 'ul';
  const first = Number(list?.getAttribute('start')) || 1;
  const type = readType(item) ?? readType(list);
  const level = Number(item.getAttribute('data-aria-level')) || 1;
  wrapper?.before(item);
  list?.remove();
  if (wrapper && !wrapper.firstElementChild) wrapper.remove();
  return { element: item, level, kind, first, ...(kind === 'ol' && { type }) };
}

const listTypes: Record<string, string> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};
const readType = (element: Element | null | undefined): string | undefined =>
  listTypes[/list-style(?:-type)?:\s*([a-z-]+)/i.exec(element?.getAttribute('style') ?? '')?.[1] ?? ''];

/** Google Docs writes the kind of numbers as a style. */
function nameListTypes(page: Document): void {
  for (const list of page.querySelectorAll('ol:not([type])')) {
    const type = readType(list) ?? readType(list.firstElementChild);
    if (type && !list.closest('.ListContainerWrapper')) list.setAttribute('type', type);
  }
}

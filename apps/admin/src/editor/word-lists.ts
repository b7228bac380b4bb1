import { repairLists } from './list-items.ts';
import { renameElement } from './rename-element.ts';

const MARK_SELECTOR = '[style*="mso-list:Ignore" i]';
/**
 * The list paragraphs of Word, and the items of Word on the web, which puts each item into a list of its own.
 */
const LINE_SELECTOR =
  'p[class^="MsoList"], p[style*="mso-list" i], .ListContainerWrapper > :is(ul, ol) > li[data-aria-level]';
/**
 * A typed bullet or number with the spaces after it. The fonts Symbol and Wingdings show letters as bullets.
 */
const TYPED_LIST_MARK =
  /^\s*([·•▪●○◦§oüØvq\uf000-\uf0ff–-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]{1,4})[.)]|\d{1,3}(?:\.\d{1,3})+)[\s\u00a0]{2,}/i;
const NUMBER_MARK = /^[([]?(?:((?:\d{1,3}\.)*)(\d{1,3})|([a-z]{1,6}|[A-Z]{1,6}))[.)\]:]{0,2}$/;
const SYMBOL_FONT = /font-family:[^;]*(?:symbol|wingdings|webdings)/i;
const ROMAN_NUMBER = /^m*(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/;
const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

interface NumberReading {
  /** The `type` of an `ol`. Undefined for 1, 2, 3. */
  type?: string | undefined;
  number: number;
}

interface ListMark {
  /** The tag of the list. Undefined for a mark that no list can show, such as "Step 2:". */
  kind: 'ul' | 'ol' | undefined;
  /** How the number may be read, the likeliest reading first: "i." may be Roman 1 or the ninth letter. */
  places: NumberReading[];
  /** The numbers of the outer items, such as the 2 of "2.1". */
  above: number[];
}

interface ListLine extends ListMark {
  element: Element;
  level: number;
  /** The mark as it is written in the text. */
  sign: string;
  /** Word's name of the list. */
  list: string;
}

interface OpenList {
  element: Element;
  kind: 'ul' | 'ol';
  last: NumberReading;
  name: string;
}

const bulletMark: ListMark = { kind: 'ul', places: [], above: [] };

/**
 * Turns the list paragraphs of word processors into lists, and removes the marks from their words. A mark
 * that the list would show differently stays in the words, such as "4.7" in part of a document.
 */
export function makeLists(page: Document): void {
  repairLists(page);
  writeListTypes(page);
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) removeHeadingNumber(heading);
  /** The lists that are open at this line, the outermost first. */
  let openLists: OpenList[] = [];
  for (const line of findLines(page)) {
    const { element, kind, places, above } = line;
    if (element.previousElementSibling !== openLists[0]?.element) openLists = [];
    // A line is at most one level deeper than the line before
    const depth = Math.min(line.level - 1, openLists.length);
    const belongsToOpenLists =
      above.length === depth && above.every((number, at) => openLists[at]?.last.number === number);
    if (!kind || (above.length > 0 && !belongsToOpenLists)) {
      element.prepend(`${line.sign} `);
      openLists = above.length > 0 ? [] : openLists.slice(0, depth);
      openLists.at(-1)?.element.lastElementChild?.append(element);
      continue;
    }
    const openList = openLists[depth];
    // A line with the same first number as the list has begins another list
    const allowedSteps = openList?.name === line.list ? [0, 1] : [1];
    const nextReading = places.find(
      ({ type, number }) =>
        openList && openList.last.type === type && allowedSteps.includes(number - openList.last.number),
    );
    const continuesList = openList?.kind === kind && (kind === 'ul' || nextReading !== undefined);
    const list = continuesList ? openList : startList(page, line);
    list.last = nextReading ?? list.last;
    openLists = [...openLists.slice(0, depth), list];
    if (!continuesList && depth === 0) element.before(list.element);
    else if (!continuesList) openLists[depth - 1]?.element.lastElementChild?.append(list.element);
    list.element.append(element);
    renameElement(element, 'li');
  }
}

function startList(
  page: Document,
  { kind = 'ul', places: [place = { number: 1 }], list }: ListLine,
): OpenList {
  const element = page.createElement(kind);
  if (place.type) element.setAttribute('type', place.type);
  // The numbers of a list go on after a paragraph
  if (place.number !== 1) element.setAttribute('start', String(place.number));
  return { element, kind, last: place, name: list };
}

/** Removes the number of a heading, but keeps words such as "Article 1". */
function removeHeadingNumber(heading: Element): void {
  const numberElement = heading.querySelector(MARK_SELECTOR);
  const numberText = numberElement?.textContent.trim() ?? '';
  numberElement?.replaceWith(readMark(numberText, true).kind ? '' : `${numberText} `);
}

/**
 * Finds the lines of lists in the order of the text. A paragraph between items is no such line, even if Word
 * marks it so.
 */
function findLines(page: Document): ListLine[] {
  return [...page.querySelectorAll(LINE_SELECTOR)].flatMap((element) => {
    if (element.localName === 'li') return [unwrapWebItem(element)];
    const style = element.getAttribute('style') ?? '';
    const [, level, list = ''] = /mso-list:[^;]*level(\d)([^;]*)/i.exec(style) ?? [];
    const mark = removeMark(element, level !== undefined);
    if (mark === undefined && level === undefined) return [];
    const { sign, isSymbol } = mark ?? { sign: '', isSymbol: true };
    const readListMark = readMark(sign, isSymbol);
    return [{ element, level: Number(level ?? readListMark.above.length + 1), sign, list, ...readListMark }];
  });
}

/** Removes the mark from the words and returns it. */
function removeMark(line: Element, isListed: boolean): { sign: string; isSymbol: boolean } | undefined {
  const markElement = line.querySelector(MARK_SELECTOR);
  if (markElement) {
    const markElements = [markElement.parentElement, markElement, ...markElement.querySelectorAll('*')];
    const isSymbolFont = markElements.some((part) => SYMBOL_FONT.test(part?.getAttribute('style') ?? ''));
    markElement.remove();
    return { sign: markElement.textContent.replace(/\s+/g, ' ').trim(), isSymbol: isSymbolFont };
  }
  if (!isListed && !/MsoList(?:Paragraph|Bullet|Number)/.test(line.className)) return undefined;
  const [whole, sign] = TYPED_LIST_MARK.exec(line.textContent) ?? [];
  if (!whole || !sign) return undefined;
  removeFirstChars(line, whole.length);
  return { sign, isSymbol: true };
}

function removeFirstChars(line: Element, length: number): void {
  const texts = line.ownerDocument.createNodeIterator(line, NodeFilter.SHOW_TEXT);
  let charsLeft = length;
  for (let text = texts.nextNode(); text && charsLeft > 0; text = texts.nextNode()) {
    const nodeText = text.textContent ?? '';
    text.textContent = nodeText.slice(charsLeft);
    charsLeft -= nodeText.length;
  }
}

/** In a symbol font a letter is a bullet. The bullet "o" is a letter of an ordinary font. */
function readMark(sign: string, isSymbol: boolean): ListMark {
  if (!/[\p{L}\p{N}]/u.test(sign) || (/^\p{L}$/u.test(sign) && (isSymbol || sign === 'o'))) return bulletMark;
  const [, above = '', number, letters] = NUMBER_MARK.exec(sign) ?? [];
  if (number)
    return {
      kind: 'ol',
      places: [{ number: Number(number) }],
      above: above.split('.').slice(0, -1).map(Number),
    };
  const numberReadings = letters ? readLetters(letters) : [];
  return { kind: numberReadings.length > 0 ? 'ol' : undefined, places: numberReadings, above: [] };
}

/**
 * After "z" come "aa" and "bb". A Roman reading comes first for v and x, because a list seldom begins with
 * its 22nd or 24th letter.
 */
function readLetters(letters: string): NumberReading[] {
  const lowerCaseLetters = letters.toLowerCase();
  const [roman, letter] = letters === lowerCaseLetters ? ['i', 'a'] : ['I', 'A'];
  const letterNumber = lowerCaseLetters.charCodeAt(0) - 96;
  const isOneLetterRepeated = [...lowerCaseLetters].every((one) => one === lowerCaseLetters[0]);
  const letterReadings = isOneLetterRepeated
    ? [{ type: letter, number: letterNumber + 26 * (lowerCaseLetters.length - 1) }]
    : [];
  if (!ROMAN_NUMBER.test(lowerCaseLetters)) return letterReadings;
  const romanReading = { type: roman, number: readRoman(lowerCaseLetters) };
  return /^[cdlm]$/.test(lowerCaseLetters)
    ? [...letterReadings, romanReading]
    : [romanReading, ...letterReadings];
}

function readRoman(sign: string): number {
  let romanSum = 0;
  for (const [at, letter] of [...sign].entries()) {
    const digitValue = romanValues[letter] ?? 0;
    romanSum += digitValue < (romanValues[sign[at + 1] ?? ''] ?? 0) ? -digitValue : digitValue;
  }
  return romanSum;
}

/** Puts the item in the place of its wrapper. */
function unwrapWebItem(item: Element): ListLine {
  const list = item.parentElement;
  const listWrapper = list?.parentElement;
  const kind = list?.localName === 'ol' ? 'ol' : 'ul';
  const first = Number(list?.getAttribute('start')) || 1;
  const listType = readListType(item) ?? readListType(list);
  const itemLevel = Number(item.getAttribute('data-aria-level')) || 1;
  // An item may name another kind of numbers than the one before it
  const places = kind === 'ol' ? [{ type: listType, number: first }, { number: first }] : [];
  listWrapper?.before(item);
  list?.remove();
  if (listWrapper && !listWrapper.firstElementChild) listWrapper.remove();
  return { element: item, level: itemLevel, kind, places, above: [], sign: '', list: '' };
}

const listTypesByStyle: Record<string, string> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};
const readListType = (element: Element | null | undefined): string | undefined =>
  listTypesByStyle[
    /list-style(?:-type)?:\s*([a-z-]+)/i.exec(element?.getAttribute('style') ?? '')?.[1] ?? ''
  ];

/** Writes the kind of numbers as the `type` of the list. Google Docs writes it as a style. */
function writeListTypes(page: Document): void {
  for (const list of page.querySelectorAll('ol:not([type])')) {
    const type = readListType(list) ?? readListType(list.firstElementChild);
    if (type && !list.closest('.ListContainerWrapper')) list.setAttribute('type', type);
  }
}

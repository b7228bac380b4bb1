import { repairLists } from './list-items.ts';
import { renameElement } from './rename-element.ts';

const LIST_MARK_SELECTOR = '[style*="mso-list:Ignore" i]';
/**
 * The list paragraphs of Word, and the items of Word on the web, which puts each item into a list of its own.
 */
const LIST_LINE_SELECTOR =
  'p[class^="MsoList"], p[style*="mso-list" i], .ListContainerWrapper > :is(ul, ol) > li[data-aria-level]';
/**
 * A typed bullet or number with the spaces after it. The fonts Symbol and Wingdings show letters as bullets.
 */
const TYPED_LIST_MARK_PATTERN =
  /^\s*([·•▪●○◦§oüØvq\uf000-\uf0ff–-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]{1,4})[.)]|\d{1,3}(?:\.\d{1,3})+)[\s\u00a0]{2,}/i;
const NUMBER_MARK_PATTERN = /^[([]?(?:((?:\d{1,3}\.)*)(\d{1,3})|([a-z]{1,6}|[A-Z]{1,6}))[.)\]:]{0,2}$/;
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
  for (const headingElement of page.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    removeHeadingNumber(headingElement);
  /** The lists that are open at this line, the outermost first. */
  let openLists: OpenList[] = [];
  for (const listLine of findListLines(page)) {
    const { element, kind, places, above } = listLine;
    if (element.previousElementSibling !== openLists[0]?.element) openLists = [];
    // A line is at most one level deeper than the line before
    const listDepth = Math.min(listLine.level - 1, openLists.length);
    const continuesOuterNumbers =
      above.length === listDepth && above.every((number, at) => openLists[at]?.last.number === number);
    if (!kind || (above.length > 0 && !continuesOuterNumbers)) {
      element.prepend(`${listLine.sign} `);
      openLists = above.length > 0 ? [] : openLists.slice(0, listDepth);
      openLists.at(-1)?.element.lastElementChild?.append(element);
      continue;
    }
    const openList = openLists[listDepth];
    // A line with the same first number as the list has begins another list
    const allowedNumberSteps = openList?.name === listLine.list ? [0, 1] : [1];
    const nextNumberReading = places.find(
      ({ type, number }) =>
        openList && openList.last.type === type && allowedNumberSteps.includes(number - openList.last.number),
    );
    const continuesList = openList?.kind === kind && (kind === 'ul' || nextNumberReading !== undefined);
    const lineList = continuesList ? openList : startList(page, listLine);
    lineList.last = nextNumberReading ?? lineList.last;
    openLists = [...openLists.slice(0, listDepth), lineList];
    if (!continuesList && listDepth === 0) element.before(lineList.element);
    else if (!continuesList) openLists[listDepth - 1]?.element.lastElementChild?.append(lineList.element);
    lineList.element.append(element);
    renameElement(element, 'li');
  }
}

function startList(
  page: Document,
  { kind = 'ul', places: [place = { number: 1 }], list }: ListLine,
): OpenList {
  const listElement = page.createElement(kind);
  if (place.type) listElement.setAttribute('type', place.type);
  // The numbers of a list go on after a paragraph
  if (place.number !== 1) listElement.setAttribute('start', String(place.number));
  return { element: listElement, kind, last: place, name: list };
}

/** Removes the number of a heading, but keeps words such as "Article 1". */
function removeHeadingNumber(heading: Element): void {
  const numberElement = heading.querySelector(LIST_MARK_SELECTOR);
  const numberText = numberElement?.textContent.trim() ?? '';
  numberElement?.replaceWith(parseListMark(numberText, true).kind ? '' : `${numberText} `);
}

/**
 * Finds the lines of lists in the order of the text. A paragraph between items is no such line, even if Word
 * marks it so.
 */
function findListLines(page: Document): ListLine[] {
  return [...page.querySelectorAll(LIST_LINE_SELECTOR)].flatMap((element) => {
    if (element.localName === 'li') return [unwrapWordWebItem(element)];
    const paragraphStyle = element.getAttribute('style') ?? '';
    const [, level, list = ''] = /mso-list:[^;]*level(\d)([^;]*)/i.exec(paragraphStyle) ?? [];
    const removedMark = removeListMark(element, level !== undefined);
    if (removedMark === undefined && level === undefined) return [];
    const { sign, isSymbol } = removedMark ?? { sign: '', isSymbol: true };
    const listMarkOfLine = parseListMark(sign, isSymbol);
    return [
      { element, level: Number(level ?? listMarkOfLine.above.length + 1), sign, list, ...listMarkOfLine },
    ];
  });
}

/** Removes the mark from the words and returns it. */
function removeListMark(line: Element, isListed: boolean): { sign: string; isSymbol: boolean } | undefined {
  const markElement = line.querySelector(LIST_MARK_SELECTOR);
  if (markElement) {
    const markElements = [markElement.parentElement, markElement, ...markElement.querySelectorAll('*')];
    const isSymbolFont = markElements.some((part) => SYMBOL_FONT.test(part?.getAttribute('style') ?? ''));
    markElement.remove();
    return { sign: markElement.textContent.replace(/\s+/g, ' ').trim(), isSymbol: isSymbolFont };
  }
  if (!isListed && !/MsoList(?:Paragraph|Bullet|Number)/.test(line.className)) return undefined;
  const [whole, sign] = TYPED_LIST_MARK_PATTERN.exec(line.textContent) ?? [];
  if (!whole || !sign) return undefined;
  removeFirstChars(line, whole.length);
  return { sign, isSymbol: true };
}

function removeFirstChars(line: Element, length: number): void {
  const textNodes = line.ownerDocument.createNodeIterator(line, NodeFilter.SHOW_TEXT);
  let charsLeft = length;
  for (let text = textNodes.nextNode(); text && charsLeft > 0; text = textNodes.nextNode()) {
    const nodeText = text.textContent ?? '';
    text.textContent = nodeText.slice(charsLeft);
    charsLeft -= nodeText.length;
  }
}

/** In a symbol font a letter is a bullet. The bullet "o" is a letter of an ordinary font. */
function parseListMark(sign: string, isSymbol: boolean): ListMark {
  if (!/[\p{L}\p{N}]/u.test(sign) || (/^\p{L}$/u.test(sign) && (isSymbol || sign === 'o'))) return bulletMark;
  const [, above = '', number, letters] = NUMBER_MARK_PATTERN.exec(sign) ?? [];
  if (number)
    return {
      kind: 'ol',
      places: [{ number: Number(number) }],
      above: above.split('.').slice(0, -1).map(Number),
    };
  const numberReadings = letters ? readLetterNumbers(letters) : [];
  return { kind: numberReadings.length > 0 ? 'ol' : undefined, places: numberReadings, above: [] };
}

/**
 * After "z" come "aa" and "bb". A Roman reading comes first for v and x, because a list seldom begins with
 * its 22nd or 24th letter.
 */
function readLetterNumbers(letters: string): NumberReading[] {
  const lowerCaseLetters = letters.toLowerCase();
  const [roman, letter] = letters === lowerCaseLetters ? ['i', 'a'] : ['I', 'A'];
  const letterNumber = lowerCaseLetters.charCodeAt(0) - 96;
  const isOneLetterRepeated = [...lowerCaseLetters].every((one) => one === lowerCaseLetters[0]);
  const letterReadings = isOneLetterRepeated
    ? [{ type: letter, number: letterNumber + 26 * (lowerCaseLetters.length - 1) }]
    : [];
  if (!ROMAN_NUMBER.test(lowerCaseLetters)) return letterReadings;
  const romanReading = { type: roman, number: readRomanNumber(lowerCaseLetters) };
  return /^[cdlm]$/.test(lowerCaseLetters)
    ? [...letterReadings, romanReading]
    : [romanReading, ...letterReadings];
}

function readRomanNumber(sign: string): number {
  let romanSum = 0;
  for (const [at, letter] of [...sign].entries()) {
    const digitValue = romanValues[letter] ?? 0;
    romanSum += digitValue < (romanValues[sign[at + 1] ?? ''] ?? 0) ? -digitValue : digitValue;
  }
  return romanSum;
}

/** Puts the item in the place of its wrapper. */
function unwrapWordWebItem(item: Element): ListLine {
  const list = item.parentElement;
  const listWrapper = list?.parentElement;
  const listTag = list?.localName === 'ol' ? 'ol' : 'ul';
  const firstNumber = Number(list?.getAttribute('start')) || 1;
  const listType = readListType(item) ?? readListType(list);
  const listLevelOfItem = Number(item.getAttribute('data-aria-level')) || 1;
  // An item may name another kind of numbers than the one before it
  const possibleNumbers =
    listTag === 'ol' ? [{ type: listType, number: firstNumber }, { number: firstNumber }] : [];
  listWrapper?.before(item);
  list?.remove();
  if (listWrapper && !listWrapper.firstElementChild) listWrapper.remove();
  return {
    element: item,
    level: listLevelOfItem,
    kind: listTag,
    places: possibleNumbers,
    above: [],
    sign: '',
    list: '',
  };
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
    const listNumberType = readListType(list) ?? readListType(list.firstElementChild);
    if (listNumberType && !list.closest('.ListContainerWrapper')) list.setAttribute('type', listNumberType);
  }
}

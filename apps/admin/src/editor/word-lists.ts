import { repairLists } from './list-items.ts';
import { renameElement } from './rename-element.ts';

const MARK_SELECTOR = '[style*="mso-list:Ignore" i]';
/** Paragraphs of Word, and items of Word on the web, which are lists of one item each. */
const LINE_SELECTOR =
  'p[class^="MsoList"], p[style*="mso-list" i], .ListContainerWrapper > :is(ul, ol) > li[data-aria-level]';
/** A bullet or a number, and the spaces after it. Symbol and Wingdings write their bullets as letters. */
const WRITTEN_MARK =
  /^\s*([·•▪●○◦§oüØvq\uf000-\uf0ff–-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]{1,4})[.)]|\d{1,3}(?:\.\d{1,3})+)[\s\u00a0]{2,}/i;
const NUMBER_MARK = /^[([]?(?:((?:\d{1,3}\.)*)(\d{1,3})|([a-z]{1,6}|[A-Z]{1,6}))[.)\]:]{0,2}$/;
const SYMBOL_FONT = /font-family:[^;]*(?:symbol|wingdings|webdings)/i;
const ROMAN_NUMBER = /^m*(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/;
const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

interface Place {
  /** The `type` of an `ol`. Undefined for 1, 2, 3. */
  type?: string | undefined;
  number: number;
}

interface Mark {
  /** Undefined for a mark that no list shows, such as "Step 2:". */
  kind: 'ul' | 'ol' | undefined;
  /** The likely one first: "i." is the first Roman number, and the ninth letter. */
  places: Place[];
  /** Numbers of the items above, as the 2 of "2.1". */
  above: number[];
}

interface Line extends Mark {
  element: Element;
  level: number;
  /** As it is written. */
  sign: string;
  /** Word's name of the list. */
  list: string;
}

interface OpenList {
  element: Element;
  kind: 'ul' | 'ol';
  last: Place;
  name: string;
}

const bullet: Mark = { kind: 'ul', places: [], above: [] };

/**
 * Turns the list paragraphs of word processors into lists, without the marks that are in their words. A mark that its
 * list would show otherwise, as "4.7" in a part of a document, stays in the words.
 */
export function makeLists(page: Document): void {
  repairLists(page);
  nameListTypes(page);
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) dropNumber(heading);
  /** Outermost first. */
  let open: OpenList[] = [];
  for (const line of findLines(page)) {
    const { element, kind, places, above } = line;
    if (element.previousElementSibling !== open[0]?.element) open = [];
    // Nests one level at a time
    const depth = Math.min(line.level - 1, open.length);
    const isBelow = above.length === depth && above.every((number, at) => open[at]?.last.number === number);
    if (!kind || (above.length > 0 && !isBelow)) {
      element.prepend(`${line.sign} `);
      open = above.length > 0 ? [] : open.slice(0, depth);
      open.at(-1)?.element.lastElementChild?.append(element);
      continue;
    }
    const before = open[depth];
    // A list that begins anew with its first number is another one
    const steps = before?.name === line.list ? [0, 1] : [1];
    const next = places.find(
      ({ type, number }) =>
        before && before.last.type === type && steps.includes(number - before.last.number),
    );
    const isSame = before?.kind === kind && (kind === 'ul' || next !== undefined);
    const list = isSame ? before : startList(page, line);
    list.last = next ?? list.last;
    open = [...open.slice(0, depth), list];
    if (!isSame && depth === 0) element.before(list.element);
    else if (!isSame) open[depth - 1]?.element.lastElementChild?.append(list.element);
    list.element.append(element);
    renameElement(element, 'li');
  }
}

function startList(page: Document, { kind = 'ul', places: [place = { number: 1 }], list }: Line): OpenList {
  const element = page.createElement(kind);
  if (place.type) element.setAttribute('type', place.type);
  // The numbers of a list go on after a paragraph
  if (place.number !== 1) element.setAttribute('start', String(place.number));
  return { element, kind, last: place, name: list };
}

/** A heading has no number, but keeps "Article 1". */
function dropNumber(heading: Element): void {
  const found = heading.querySelector(MARK_SELECTOR);
  const sign = found?.textContent.trim() ?? '';
  found?.replaceWith(readMark(sign, true).kind ? '' : `${sign} `);
}

/** In the order of the text. A paragraph between items is none, though Word calls it one of a list. */
function findLines(page: Document): Line[] {
  return [...page.querySelectorAll(LINE_SELECTOR)].flatMap((element) => {
    if (element.localName === 'li') return [unwrapWebItem(element)];
    const style = element.getAttribute('style') ?? '';
    const [, level, list = ''] = /mso-list:[^;]*level(\d)([^;]*)/i.exec(style) ?? [];
    const mark = removeMark(element, level !== undefined);
    if (mark === undefined && level === undefined) return [];
    const { sign, isSymbol } = mark ?? { sign: '', isSymbol: true };
    const read = readMark(sign, isSymbol);
    return [{ element, level: Number(level ?? read.above.length + 1), sign, list, ...read }];
  });
}

/** Removes the mark from the words, and gives it. */
function removeMark(line: Element, isListed: boolean): { sign: string; isSymbol: boolean } | undefined {
  const ignored = line.querySelector(MARK_SELECTOR);
  if (ignored) {
    const parts = [ignored.parentElement, ignored, ...ignored.querySelectorAll('*')];
    const isSymbol = parts.some((part) => SYMBOL_FONT.test(part?.getAttribute('style') ?? ''));
    ignored.remove();
    return { sign: ignored.textContent.replace(/\s+/g, ' ').trim(), isSymbol };
  }
  if (!isListed && !/MsoList(?:Paragraph|Bullet|Number)/.test(line.className)) return undefined;
  const [whole, sign] = WRITTEN_MARK.exec(line.textContent) ?? [];
  if (!whole || !sign) return undefined;
  removeStart(line, whole.length);
  return { sign, isSymbol: true };
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

/** Fonts of symbols write their bullets as letters. The bullet "o" is a letter of an ordinary font. */
function readMark(sign: string, isSymbol: boolean): Mark {
  if (!/[\p{L}\p{N}]/u.test(sign) || (/^\p{L}$/u.test(sign) && (isSymbol || sign === 'o'))) return bullet;
  const [, above = '', number, letters] = NUMBER_MARK.exec(sign) ?? [];
  if (number)
    return {
      kind: 'ol',
      places: [{ number: Number(number) }],
      above: above.split('.').slice(0, -1).map(Number),
    };
  const places = letters ? readLetters(letters) : [];
  return { kind: places.length > 0 ? 'ol' : undefined, places, above: [] };
}

/** After "z" comes "aa", "bb". A list seldom begins with its 22nd or 24th letter. */
function readLetters(letters: string): Place[] {
  const small = letters.toLowerCase();
  const [roman, letter] = letters === small ? ['i', 'a'] : ['I', 'A'];
  const first = small.charCodeAt(0) - 96;
  const isAlike = [...small].every((one) => one === small[0]);
  const ofLetters = isAlike ? [{ type: letter, number: first + 26 * (small.length - 1) }] : [];
  if (!ROMAN_NUMBER.test(small)) return ofLetters;
  const ofRoman = { type: roman, number: readRoman(small) };
  return /^[cdlm]$/.test(small) ? [...ofLetters, ofRoman] : [ofRoman, ...ofLetters];
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
  // An item may name another kind of numbers than the one before it
  const places = kind === 'ol' ? [{ type, number: first }, { number: first }] : [];
  wrapper?.before(item);
  list?.remove();
  if (wrapper && !wrapper.firstElementChild) wrapper.remove();
  return { element: item, level, kind, places, above: [], sign: '', list: '' };
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

/**
 * Invisible characters. Joiners count too: in Arabic and Indic scripts they change how letters join, but not which
 * letters a name has, and names that differ only by them could never be found as the same. U+2800 is drawn as a
 * space.
 */
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const removeInvisible = (value: string): string => value.replace(invisibleCharacters, '');

/** Makes IDs, codes and references comparable, without invisible characters and with letters of the usual width. */
export const toPlainCode = (typed: string): string => removeInvisible(typed.normalize('NFKC')).trim();

/** Replaces digits of other scripts by those of English. */
export const toPlainDigits = (value: string): string =>
  value.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(readDigit(digit)));

/**
 * Reads the value of a digit. Unicode has the ten digits of a script in a row, but rows of two scripts may follow
 * each other.
 */
function readDigit(digit: string): number {
  const digitCode = digit.codePointAt(0) ?? 0;
  let zeroCode = digitCode;
  while (/\p{Nd}/u.test(String.fromCodePoint(zeroCode - 1))) zeroCode -= 1;
  return (digitCode - zeroCode) % 10;
}

/** Matches text whose characters have one code unit each: European letters and punctuation. */
const simpleTextPattern = /^[\n -~\u00a1-\u02ff\u2010-\u2027]*$/;

/** Cuts a text to so many characters as a reader counts them, and marks the cut with "...". */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  // Simple text needs no segmenter, which is fifty times slower. The character after the cut is checked too, because
  // it may be a combining accent.
  if (simpleTextPattern.test(text.slice(0, length + 1))) return `${text.slice(0, length)}...`;
  const characters = splitCharacters(text);
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}

/**
 * Splits a text into the characters that a reader sees. Firefox before version 125 has no segmenter, so an accent may
 * be cut off there.
 */
const splitCharacters = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(
        new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
        ({ segment }) => segment,
      )
    : [...text];

/**
 * Makes one paragraph of a text with headings and lists (`text-blocks.ts`, or bullets that somebody typed): "You will
 * learn: Breads; Cakes. Bring an apron." The first load of each page contains this function, so it knows fewer marks
 * than their parser.
 */
export function joinSentences(text: string): string {
  let joinedText = '';
  let formerLineMark = '';
  for (const line of text.split('\n')) {
    const [, mark = '', words = line.trim()] = /^(##|[•*–-]|[1-9]\d{0,2}\.)\s+(.+)/.exec(line.trim()) ?? [];
    if (!words) continue;
    // This is the second line of an item
    const isContinuedItem = !mark && formerLineMark && line.startsWith('  ');
    if (joinedText)
      joinedText +=
        isContinuedItem || /[.!?:;,]$/.test(joinedText) ? ' ' : chooseSeparator(formerLineMark, mark);
    joinedText += words;
    if (!isContinuedItem) formerLineMark = mark;
  }
  return joinedText;
}

/** Chooses what stands between two lines when the first one does not end with punctuation. */
function chooseSeparator(last: string, mark: string): string {
  if (last === '##') return ': ';
  if (mark && mark !== '##') return last ? '; ' : ': ';
  return last || mark ? '. ' : ' ';
}

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Turns the path of an input's value into words: "slides.0.imageAlt" becomes "Slides 1, image alt". */
export const formatFaultPath = (path: string): string =>
  capitalise(
    path
      .replace(/\.(\d+)/g, (_, at: string) => ` ${Number(at) + 1}`)
      .replace(/\./g, ', ')
      .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`),
  );

/** Describes a fault that no field can show: "Slides 1, id: This is required". */
export const describeFault = ({ path, message }: { path: string; message: string }): string =>
  path ? `${formatFaultPath(path)}: ${message}` : message;

const inlineTagsPattern = /<\/?(?:strong|b|em|i|u|s|ins|sub|sup|a|code)\b[^<>]*>/g;

/** Matches struck-out words. They are removed, because an old price beside the new one would be read as the price. */
const struckTextPattern = /<(s|del)\b[^<>]*>.*?<\/\1>/gs;

const htmlEntities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const decodeEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (sign) => htmlEntities[sign] ?? sign);

/** Reads the words of an HTML text as a page shows them, without words that are struck out. */
export const readPostText = (html: string): string =>
  decodeEntities(
    html
      .replace(struckTextPattern, '')
      .replace(inlineTagsPattern, '')
      .replace(/<[^<>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Finds the first picture in a sanitised text. The sanitiser writes all attributes in double quotes. */
export function findFirstPicture(html: string): { src: string; alt: string | null } | null {
  const [tag] = /<img [^<>]*>/.exec(html) ?? [];
  const pictureSrc = tag && / src="([^"]+)"/.exec(tag)?.[1];
  const pictureAlt = tag && / alt="([^"]+)"/.exec(tag)?.[1];
  return pictureSrc
    ? { src: decodeEntities(pictureSrc), alt: pictureAlt ? decodeEntities(pictureAlt) : null }
    : null;
}

export function splitList(text: string, separator: ',' | '\n'): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);
}

export const splitSchedule = (schedule: string): string[] => splitList(schedule, ',');

/** Makes a name from an email address: "jane.doe@…" → "Jane Doe". */
export function makeNameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map(capitalise).join(' ') || email;
}

const joinInitials = (words: (string | undefined)[]): string =>
  words.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');

/** Makes initials: "Jane Doe" → "JD". */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return joinInitials(words.length > 1 ? [words[0], words.at(-1)] : [words[0]]);
}

/** Makes an acronym: "Institute of Arts and Crafts" → "IAC". */
export function toAcronym(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const capitalisedWords = words.filter((word) => /^\p{Lu}/u.test(word));
  return joinInitials(capitalisedWords.length > 0 ? capitalisedWords : words);
}

const SIZE_UNITS = ['kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let sizeInUnit = bytes / 1000;
  let unitIndex = 0;
  for (; sizeInUnit >= 1000 && unitIndex < SIZE_UNITS.length - 1; unitIndex += 1) sizeInUnit /= 1000;
  return `${unitIndex === 0 ? Math.max(1, Math.round(sizeInUnit)) : sizeInUnit.toFixed(1)} ${SIZE_UNITS[unitIndex]}`;
}

export const placeholders = ['name', 'program', 'reference'] as const;

/** Fills in placeholders. One without a value stays as it is. */
export const fillTemplate = <V extends Partial<Record<string, string>>>(template: string, values: V) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

export const findUnknownPlaceholder = (template: string, known: readonly string[]): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name))?.[0];

/**
 * Joiners too: in Arabic and Indic scripts they change how letters join, not which a name has. Names that
 * differ only by them would never be found as one. U+2800 is drawn as a space.
 */
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const removeInvisible = (value: string): string => value.replace(invisibleCharacters, '');

/** An ID, a code or a reference as it is compared: letters of another width or an invisible one make no other ID. */
export const toPlainCode = (typed: string): string => removeInvisible(typed.normalize('NFKC')).trim();

/** Digits of other scripts become those of English. */
export const toPlainDigits = (value: string): string =>
  value.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(readDigit(digit)));

/** Unicode keeps the ten digits of a script in a row. Rows of two scripts may follow each other. */
function readDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** European letters and punctuation: one code unit each. */
const simpleText = /^[\n -~\u00a1-\u02ff\u2010-\u2027]*$/;

/** Counts characters as a reader sees them. Marks a cut with "...". */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  // A segmenter is fifty times slower. The text one after the cut is checked too: it may be a combining
  // accent.
  if (simpleText.test(text.slice(0, length + 1))) return `${text.slice(0, length)}...`;
  const characters = splitCharacters(text);
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}

/** Firefox has a segmenter since version 125. Before, an accent may be cut from its letter. */
const splitCharacters = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(
        new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
        ({ segment }) => segment,
      )
    : [...text];

/**
 * A text with headings and lists (`text-blocks.ts`, or bullets that somebody typed), without their marks, for a place
 * that has one paragraph: "You will learn: Breads; Cakes. Bring an apron." The first load of each page has it, so it
 * knows less of the marks than their parser.
 */
export function joinSentences(text: string): string {
  let whole = '';
  let last = '';
  for (const line of text.split('\n')) {
    const [, mark = '', words = line.trim()] = /^(##|[•*–-]|[1-9]\d{0,2}\.)\s+(.+)/.exec(line.trim()) ?? [];
    if (!words) continue;
    // The second line of an item
    const isContinued = !mark && last && line.startsWith('  ');
    if (whole) whole += isContinued || /[.!?:;,]$/.test(whole) ? ' ' : chooseJoint(last, mark);
    whole += words;
    if (!isContinued) last = mark;
  }
  return whole;
}

/** What stands between two lines when the first has no sign at its end. */
function chooseJoint(last: string, mark: string): string {
  if (last === '##') return ': ';
  if (mark && mark !== '##') return last ? '; ' : ': ';
  return last || mark ? '. ' : ' ';
}

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Words for the path of a value in an input: "slides.0.imageAlt" becomes "Slides 1, image alt". */
export const formatPath = (path: string): string =>
  capitalise(
    path
      .replace(/\.(\d+)/g, (_, at: string) => ` ${Number(at) + 1}`)
      .replace(/\./g, ', ')
      .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`),
  );

/** A fault that no field shows, as "Slides 1, id: This is required". */
export const describeFault = ({ path, message }: { path: string; message: string }): string =>
  path ? `${formatPath(path)}: ${message}` : message;

const inlineTags = /<\/?(?:strong|b|em|i|u|s|ins|sub|sup|a|code)\b[^<>]*>/g;

/** An old price beside the new one would be read as a price. */
const struckWords = /<(s|del)\b[^<>]*>.*?<\/\1>/gs;

const htmlEntities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const readSigns = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (sign) => htmlEntities[sign] ?? sign);

/** As a page shows them: the words of a text without those that are struck out. */
export const readPostText = (html: string): string =>
  readSigns(
    html
      .replace(struckWords, '')
      .replace(inlineTags, '')
      .replace(/<[^<>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** The first picture of a sanitised text. The sanitiser writes all attributes in double quotes. */
export function findFirstPicture(html: string): { src: string; alt: string | null } | null {
  const [tag] = /<img [^<>]*>/.exec(html) ?? [];
  const src = tag && / src="([^"]+)"/.exec(tag)?.[1];
  const alt = tag && / alt="([^"]+)"/.exec(tag)?.[1];
  return src ? { src: readSigns(src), alt: alt ? readSigns(alt) : null } : null;
}

export function splitList(text: string, separator: ',' | '\n'): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);
}

export const scheduleChips = (schedule: string): string[] => splitList(schedule, ',');

/** "jane.doe@…" → "Jane Doe". */
export function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map(capitalise).join(' ') || email;
}

const joinInitials = (words: (string | undefined)[]): string =>
  words.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');

/** "Jane Doe" → "JD". */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return joinInitials(words.length > 1 ? [words[0], words.at(-1)] : [words[0]]);
}

/** "Institute of Arts and Crafts" → "IAC". */
export function toAcronym(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const important = words.filter((word) => /^\p{Lu}/u.test(word));
  return joinInitials(important.length > 0 ? important : words);
}

const SIZE_UNITS = ['kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 1000 && unit < SIZE_UNITS.length - 1; unit += 1) size /= 1000;
  return `${unit === 0 ? Math.max(1, Math.round(size)) : size.toFixed(1)} ${SIZE_UNITS[unit]}`;
}

export const placeholders = ['name', 'program', 'reference'] as const;

/** A placeholder without a value stays as it is. */
export const fillTemplate = <V extends Partial<Record<string, string>>>(template: string, values: V) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

export const findUnknownPlaceholder = (template: string, known: readonly string[]): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name))?.[0];

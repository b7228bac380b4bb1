import { type Ask, formatAsk } from '@institute/contract/asks.constants';
import { formatInstalment, type Instalment } from '@institute/contract/instalments.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';

export type Difference = { name: string; label: string; one: string; two: string };

/** One label for each field of a form: a missing one does not compile. */
export type FieldLabels<Values extends object> = { readonly [Name in keyof Values & string]-?: string };

/** Null, undefined and '' are equal. */
export function findDifferences(
  labels: Readonly<Record<string, string>>,
  one: object,
  two: object,
): Difference[] {
  const ownValues = new Map(Object.entries(one));
  const otherValues = new Map(Object.entries(two));
  return Object.entries(labels).flatMap(([name, label]) => {
    const ownValue = ownValues.get(name);
    const otherValue = otherValues.get(name);
    if (toComparableText(ownValue) === toComparableText(otherValue)) return [];
    const formattedPair = { one: formatValue(name, ownValue), two: formatValue(name, otherValue) };
    return [{ name, label, ...formattedPair }];
  });
}

const toComparableText = (value: unknown) => JSON.stringify(value ?? '');

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (name === 'instalments') return (value as Instalment[]).map(formatInstalment).join('\n');
  if (name === 'asks') return (value as Ask[]).map((ask, _, asks) => formatAsk(ask, asks)).join('\n');
  if (Array.isArray(value)) return value.join('\n');
  if (name === 'publishAt') return formatDateTime(String(value));
  if (name === 'status' || name === 'category') return capitalise(String(value));
  return typeof value === 'string' && /<[a-z][^>]*>/i.test(value) ? formatRichText(value) : String(value);
}

const htmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const readHtmlAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** One line for each paragraph; images, videos and link addresses in brackets. */
const formatRichText = (html: string): string =>
  html
    .replace(
      /<img\b[^>]*>/gi,
      (tag) => `[Picture: ${readHtmlAttribute(tag, 'alt') || readHtmlAttribute(tag, 'src')}]\n`,
    )
    .replace(/<iframe\b[^>]*>/gi, (tag) => `[Video: ${readHtmlAttribute(tag, 'src')}]\n`)
    .replace(
      /<a\b[^>]*>(.*?)<\/a>/gis,
      (tag, words: string) => `${words} [${readHtmlAttribute(tag, 'href')}]`,
    )
    .replace(/<(h\d)\b[^>]*>/gi, (_, level: string) => `${'#'.repeat(Number(level[1]) - 1)} `)
    .replace(/<(?:strong|b)\b[^>]*>|<\/(?:strong|b)>/gi, '**')
    .replace(/<(?:em|i)\b[^>]*>|<\/(?:em|i)>/gi, '_')
    .replace(/<li\b[^>]*>(?:<p>)?/gi, '• ')
    .replace(/<blockquote\b[^>]*>(?:<p>)?/gi, '“ ')
    .replace(/<br\s*\/?>|<\/(?:p|h\d|li|blockquote|tr|pre|figure)>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (sign, name: string) => htmlEntities[name] ?? sign)
    .replace(/\n{2,}/g, '\n')
    .trim();

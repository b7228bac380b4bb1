import { siteSettings } from '@institute/contract';
import type { SelectChoices } from '@institute/ui/select.tsx';
import { makeSubmissionKey } from '@institute/ui/submission-key.ts';
import * as z from 'zod';

export type SingleDescription = {
  kind:
    | 'line'
    | 'text'
    | 'number'
    | 'image'
    | 'document'
    | 'choice'
    | 'switch'
    | 'sms'
    | 'icon'
    | 'unseen'
    | 'key';
  label: string;
  hint?: string;
  optional?: boolean;
  choices?: SelectChoices<string>;
  /** For an image: the name of its alternative text field. */
  alt?: string;
  /** For an image such as a logo: it is shown whole, not cropped. */
  fit?: 'contain';
  /** For an image: the server draws with it, so it must be stored there. */
  isDrawn?: boolean;
  /** For an image: the smallest side in pixels that needs no warning. */
  smallest?: number;
};
export type GroupDescription = { title?: string; hint?: string; fields: Record<string, Description> };
export type ListDescription = {
  title: string;
  /** Singular of an entry: "partner". */
  one: string;
  item: SingleDescription | GroupDescription;
};
export type Description = SingleDescription | GroupDescription | ListDescription;

/** A missing field of `T` is a compile error. */
export type DescriptionOf<T> = T extends readonly (infer Item)[]
  ? Omit<ListDescription, 'item'> & { item: ListItemDescriptionOf<Item> }
  : T extends object
    ? { title?: string; hint?: string; fields: { [K in keyof T]: DescriptionOf<T[K]> } }
    : SingleDescription;
type ListItemDescriptionOf<T> = T extends object
  ? { fields: { [K in keyof T]: DescriptionOf<T[K]> } }
  : SingleDescription;

const makeFieldDescriber =
  (kind: SingleDescription['kind']) =>
  (label: string, more: Partial<SingleDescription> = {}): SingleDescription => ({ kind, label, ...more });

export const describeLine = makeFieldDescriber('line');
export const describeText = makeFieldDescriber('text');
export const describeNumber = makeFieldDescriber('number');
export const describeSwitch = makeFieldDescriber('switch');
export const describeSms = makeFieldDescriber('sms');
export const describeChoice = (label: string, choices: SelectChoices<string>) =>
  makeFieldDescriber('choice')(label, { choices });
export const describeImage = (alt?: string) => makeFieldDescriber('image')('Picture', alt ? { alt } : {});
export const describeLogo = (hint?: string) =>
  makeFieldDescriber('image')('Logo', { fit: 'contain', ...(hint && { hint, optional: true }) });
export const describeIcon = makeFieldDescriber('icon');
export const describeDocument = makeFieldDescriber('document');
/** A value that is not editable, or that another field edits. */
export const hiddenField = makeFieldDescriber('unseen')('');
/** The id of an entry. A new entry gets one of its own. */
export const entryKey = makeFieldDescriber('key')('');

/** True when the list with this path may have this number of entries. */
export const mayListHoldCount = (path: string, count: number): boolean => {
  const { error } = findSchema(path).safeParse(Array(Math.max(0, count)).fill(undefined));
  return count >= 0 && !error?.issues.some(({ path }) => path.length === 0);
};

const findSchema = (path: string): z.ZodType =>
  path
    .split('.')
    .reduce<z.ZodType>((at, name) => (at instanceof z.ZodObject ? at.shape[name] : at), siteSettings);

export function makeEmptyItem(item: ListDescription['item']): Record<string, unknown> {
  if (!('fields' in item)) return { value: '' };
  return Object.fromEntries(Object.entries(item.fields).map(([name, of]) => [name, makeEmptyValue(of)]));
}

function makeEmptyValue(of: Description): unknown {
  if ('kind' in of && of.kind === 'key') return makeSubmissionKey();
  return 'choices' in of ? of.choices?.[0]?.[0] : '';
}

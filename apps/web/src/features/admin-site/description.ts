import type { ZodArray } from 'zod';

/** What the form has to know of one value besides its schema: how it is entered, and under which label. */
export type SingleDescription = {
  kind: 'line' | 'text' | 'number' | 'picture' | 'choice' | 'unseen';
  label: string;
  hint?: string;
  optional?: boolean;
  choices?: readonly string[];
  /** Beside a picture: the name of the field that says what it shows. */
  alt?: string;
};
export type GroupDescription = { title?: string; fields: Record<string, Description> };
export type ListDescription = {
  title: string;
  /** What one entry is called: "partner". */
  one: string;
  /** Knows how many entries there may be. */
  schema: ZodArray;
  item: SingleDescription | GroupDescription;
};
export type Description = SingleDescription | GroupDescription | ListDescription;

/** Every field of `T` has to be described: the compiler asks for a new one. */
export type Described<T> = T extends readonly (infer Item)[]
  ? Omit<ListDescription, 'item'> & { item: DescribedItem<Item> }
  : T extends object
    ? { title?: string; fields: { [K in keyof T]: Described<T[K]> } }
    : SingleDescription;
type DescribedItem<T> = T extends object
  ? { fields: { [K in keyof T]: Described<T[K]> } }
  : SingleDescription;

const single =
  (kind: SingleDescription['kind']) =>
  (label: string, more: Partial<SingleDescription> = {}): SingleDescription => ({ kind, label, ...more });

export const line = single('line');
export const text = single('text');
export const number = single('number');
export const choice = (label: string, choices: readonly string[]) => single('choice')(label, { choices });
export const picture = (alt?: string) => single('picture')('Picture', alt ? { alt } : {});
/** Kept as it is, or entered with its neighbour. */
export const unseen = single('unseen')('');

/** Whether a list may have as many entries, whatever stands in them. */
export const mayHold = ({ schema }: ListDescription, count: number): boolean => {
  const { error } = schema.safeParse(Array(Math.max(0, count)).fill(undefined));
  return count >= 0 && !error?.issues.some(({ path }) => path.length === 0);
};

/** An entry that nothing has been typed into yet. */
export function emptyOf(item: ListDescription['item']): Record<string, unknown> {
  if (!('fields' in item)) return { value: '' };
  return Object.fromEntries(
    Object.entries(item.fields).map(([name, of]) => [name, 'choices' in of ? of.choices?.[0] : '']),
  );
}

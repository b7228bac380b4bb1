import { type SiteSettings, siteSettings } from '@institute/contract';
import { capitalise } from '@institute/contract/text';
import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod';
import { formResolver } from '../../forms/form-resolver.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { type Difference, findDifferences } from '../../versions/differences.ts';
import { type Description, line } from './description.ts';
import type { SiteSection } from './sections.ts';
import { siteFields } from './site-fields.ts';

/** The form library needs objects, because it gives only objects an id. */
const boxValues = (list: readonly string[]) => list.map((value) => ({ value }));
type Boxed = { value: string }[];
const unboxValues = (list: Boxed) => list.map(({ value }) => value);
const boxedList = (list: z.ZodArray<z.ZodString>) =>
  z
    .array(z.object({ value: list.element }))
    .transform((items) => items.map(({ value }) => value))
    .pipe(list);

const { phones, emails } = siteSettings.shape.institute.shape;
const schema = siteSettings.extend({
  institute: siteSettings.shape.institute.extend({ phones: boxedList(phones), emails: boxedList(emails) }),
});
type Key = keyof SiteSettings;

export function readValues(view: SiteSettings, { keys }: SiteSection): FieldValues {
  const values = Object.fromEntries(keys.map((key) => [key, view[key]]));
  const { institute } = view;
  return {
    ...values,
    ...('institute' in values && {
      institute: { ...institute, phones: boxValues(institute.phones), emails: boxValues(institute.emails) },
    }),
  };
}

export function shownSettings(site: SiteSettings, values: FieldValues): SiteSettings {
  const shown: SiteSettings = { ...site, ...values };
  const { institute } = values as { institute?: { phones: Boxed; emails: Boxed } };
  if (!institute) return shown;
  const lists = { phones: unboxValues(institute.phones), emails: unboxValues(institute.emails) };
  return { ...shown, institute: { ...shown.institute, ...lists } };
}

export function sectionResolver({
  keys,
}: SiteSection): Resolver<FieldValues, unknown, Partial<SiteSettings>> {
  const own = Object.fromEntries(keys.map((key) => [key, true])) as Record<Key, true>;
  return formResolver(schema.pick(own)) as unknown as Resolver<FieldValues, unknown, Partial<SiteSettings>>;
}

/** With the labels of the fields: "Line of hours 2, Days". */
export function siteDifferences(mine: object, theirs: object): Difference[] {
  const [one, two] = [listTexts(mine), listTexts(theirs)];
  const labels = Object.fromEntries(Object.keys({ ...one, ...two }).map((label) => [label, label]));
  return findDifferences(labels, one, two);
}

const listTexts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => listLeaves(siteFields[key as Key], value)),
  );

function listLeaves(of: Description, value: unknown, above: string[] = []): [string, string][] {
  if ('item' in of) {
    return (value as object[]).flatMap((entry, at) => {
      const label = `${capitalise(of.one)} ${at + 1}`;
      if ('fields' in of.item) return listLeaves(of.item, entry, [...above, label]);
      return listLeaves({ ...of.item, label }, (entry as Boxed[number]).value, above);
    });
  }
  if ('fields' in of) {
    const inside = of.title ? [...above, of.title] : above;
    const values = value as Record<string, unknown>;
    return Object.entries(of.fields).flatMap(([name, field]) => {
      const alt = 'alt' in field && field.alt;
      return [
        ...listLeaves(field, values[name], inside),
        ...(alt ? listLeaves(line(imageLabels.imageAlt), values[alt], inside) : []),
      ];
    });
  }
  return of.kind === 'unseen' ? [] : [[[...above, of.label].join(', '), String(value ?? '')]];
}

export const isSame = (one: SiteSettings, other: SiteSettings, { keys }: SiteSection): boolean =>
  keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

import { type SiteSettings, siteSettings } from '@institute/contract';
import { capitalise } from '@institute/contract/text';
import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod';
import { formResolver } from '../../forms/form-resolver.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { type Difference, differences } from '../../versions/differences.ts';
import { type Description, line } from './description.ts';
import type { SiteSection } from './sections.ts';
import { siteFields } from './site-fields.ts';

/** The form library needs objects, because it gives only objects an id. */
const boxed = (list: readonly string[]) => list.map((value) => ({ value }));
type Boxed = { value: string }[];
const unboxed = (list: Boxed) => list.map(({ value }) => value);
const boxes = (list: z.ZodArray<z.ZodString>) =>
  z
    .array(z.object({ value: list.element }))
    .transform((items) => items.map(({ value }) => value))
    .pipe(list);

const { phones, emails } = siteSettings.shape.institute.shape;
const schema = siteSettings.extend({
  institute: siteSettings.shape.institute.extend({ phones: boxes(phones), emails: boxes(emails) }),
});
type Key = keyof SiteSettings;

export function valuesOf(view: SiteSettings, { keys }: SiteSection): FieldValues {
  const values = Object.fromEntries(keys.map((key) => [key, view[key]]));
  const { institute } = view;
  return {
    ...values,
    ...('institute' in values && {
      institute: { ...institute, phones: boxed(institute.phones), emails: boxed(institute.emails) },
    }),
  };
}

export function shownSettings(site: SiteSettings, values: FieldValues): SiteSettings {
  const shown: SiteSettings = { ...site, ...values };
  const { institute } = values as { institute?: { phones: Boxed; emails: Boxed } };
  if (!institute) return shown;
  const lists = { phones: unboxed(institute.phones), emails: unboxed(institute.emails) };
  return { ...shown, institute: { ...shown.institute, ...lists } };
}

export function resolverOf({ keys }: SiteSection): Resolver<FieldValues, unknown, Partial<SiteSettings>> {
  const own = Object.fromEntries(keys.map((key) => [key, true])) as Record<Key, true>;
  return formResolver(schema.pick(own)) as unknown as Resolver<FieldValues, unknown, Partial<SiteSettings>>;
}

/** With the labels of the fields: "Line of hours 2, Days". */
export function siteDifferences(mine: object, theirs: object): Difference[] {
  const [one, two] = [textsOf(mine), textsOf(theirs)];
  const labels = Object.fromEntries(Object.keys({ ...one, ...two }).map((label) => [label, label]));
  return differences(labels, one, two);
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => leaves(siteFields[key as Key], value)));

function leaves(of: Description, value: unknown, above: string[] = []): [string, string][] {
  if ('item' in of) {
    return (value as object[]).flatMap((entry, at) => {
      const label = `${capitalise(of.one)} ${at + 1}`;
      if ('fields' in of.item) return leaves(of.item, entry, [...above, label]);
      return leaves({ ...of.item, label }, (entry as Boxed[number]).value, above);
    });
  }
  if ('fields' in of) {
    const inside = of.title ? [...above, of.title] : above;
    const values = value as Record<string, unknown>;
    return Object.entries(of.fields).flatMap(([name, field]) => {
      const alt = 'alt' in field && field.alt;
      return [
        ...leaves(field, values[name], inside),
        ...(alt ? leaves(line(imageLabels.imageAlt), values[alt], inside) : []),
      ];
    });
  }
  return of.kind === 'unseen' ? [] : [[[...above, of.label].join(', '), String(value ?? '')]];
}

export const isSame = (one: SiteSettings, other: SiteSettings, { keys }: SiteSection): boolean =>
  keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

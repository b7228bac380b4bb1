import { type SiteSettings, siteSettings } from '@institute/contract';
import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod';
import { formResolver } from '../../forms/form-resolver.ts';
import type { SiteSection } from './sections.ts';

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

/** The keys are paths: "openingHours 2 days". */
export const textsOf = (values: object): Record<string, string> => Object.fromEntries(leaves(values, []));

const leaves = (value: unknown, way: string[]): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        leaves(part, name === 'value' ? way : [...way, /^\d+$/.test(name) ? `${Number(name) + 1}` : name]),
      )
    : [[way.join(' '), String(value ?? '')]];

export const isSame = (one: SiteSettings, other: SiteSettings, { keys }: SiteSection): boolean =>
  keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

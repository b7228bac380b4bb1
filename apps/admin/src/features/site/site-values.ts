import { type SiteSettings, siteSettings } from '@institute/contract';
import { wholeMenu } from '@institute/contract/site.constants';
import { capitalise } from '@institute/contract/text';
import { makeSubmissionKey } from '@institute/ui/submission-key.ts';
import { type FieldValues, get, set } from 'react-hook-form';
import * as z from 'zod';
import { imageLabels } from '../../images/image-field.tsx';
import { type Difference, findDifferences } from '../../versions/differences.ts';
import { type Description, describeLine } from './description.ts';
import type { SiteSection } from './sections.ts';
import { siteFields } from './site-fields.ts';

/** The form library needs objects, because it gives only objects an id. */
const wrapValues = (list: readonly string[]) => list.map((value) => ({ value }));
type Boxes = { value: string }[];
const unboxValues = (list: Boxes) => list.map(({ value }) => value);
const makeWrappedList = (list: z.ZodArray<z.ZodString>) =>
  z
    .array(z.object({ value: list.element }))
    .transform((items) => items.map(({ value }) => value))
    .pipe(list);

const { phones, emails } = siteSettings.shape.institute.shape;
const institute = siteSettings.shape.institute.extend({
  phones: makeWrappedList(phones),
  emails: makeWrappedList(emails),
});
type Key = keyof SiteSettings;
type Institute = SiteSettings['institute'];
/** The institute has only the fields of one part. */
export type PartValues = Partial<Omit<SiteSettings, 'institute'>> & { institute?: Partial<Institute> };

const pickPart = (view: object, { paths }: SiteSection): FieldValues => {
  const values: FieldValues = {};
  for (const path of paths) set(values, path, get(view, path));
  return values;
};

/** A release may have pages that the stored menu does not name. */
const addOtherPages = (menu: SiteSettings['menu']) => [
  ...menu,
  ...wholeMenu.filter(({ entry }) => !menu.some((named) => named.entry === entry)),
];

export function readValues(view: SiteSettings, section: SiteSection): FieldValues {
  const values = pickPart(view, section);
  const { phones, emails }: Partial<Institute> = values.institute ?? {};
  if (phones) values.institute.phones = wrapValues(phones);
  if (emails) values.institute.emails = wrapValues(emails);
  if (values.menu) values.menu = addOtherPages(values.menu);
  return values;
}

/** A device may have kept rows from before new ones got an id. */
export function addMissingIds(kept: FieldValues): FieldValues {
  const addMissingId = (row: FieldValues) => (row.id === '' ? { ...row, id: makeSubmissionKey() } : row);
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(addMissingId) : value,
    ]),
  );
}

export function mergeSettings(site: SiteSettings, values: FieldValues): SiteSettings {
  const { phones, emails, ...institute }: { phones?: Boxes; emails?: Boxes } = values.institute ?? {};
  const lists = {
    ...(phones && { phones: unboxValues(phones) }),
    ...(emails && { emails: unboxValues(emails) }),
  };
  return { ...site, ...toChanges(site, { ...values, institute: { ...institute, ...lists } }) };
}

/** The server replaces whole settings. */
export const toChanges = (
  view: SiteSettings,
  { institute, ...values }: PartValues,
): Partial<SiteSettings> => ({
  ...values,
  ...(institute && { institute: { ...view.institute, ...institute } }),
});

export function makeSectionSchema({ paths }: SiteSection): z.ZodType<PartValues, FieldValues> {
  const names = paths.map((path) => path.split('.') as [Key, keyof Institute | undefined]);
  const pickedSections = Object.fromEntries(names.map(([key]) => [key, true])) as Record<Key, true>;
  const fields = Object.fromEntries(names.flatMap(([, field]) => (field ? [[field, true]] : [])));
  return siteSettings
    .extend({ institute: institute.pick(fields as Record<keyof Institute, true>) })
    .pick(pickedSections);
}

/** Differences, with the labels of the fields: "Line of hours 2, Days". */
export function findSiteDifferences(mine: object, theirs: object): Difference[] {
  const one = listTexts(mine);
  const two = listTexts(theirs);
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
      return listLeaves({ ...of.item, label }, (entry as Boxes[number]).value, above);
    });
  }
  if ('fields' in of) {
    const inside = of.title ? [...above, of.title] : above;
    const values = value as Record<string, unknown>;
    return Object.entries(of.fields).flatMap(([name, field]) => {
      if (!(name in values)) return [];
      const alt = 'alt' in field && field.alt;
      return [
        ...listLeaves(field, values[name], inside),
        ...(alt ? listLeaves(describeLine(imageLabels.imageAlt), values[alt], inside) : []),
      ];
    });
  }
  return of.kind === 'unseen' || of.kind === 'key'
    ? []
    : [[[...above, of.label].join(', '), String(value ?? '')]];
}

export const isSameSection = (one: SiteSettings, other: SiteSettings, section: SiteSection): boolean =>
  JSON.stringify(pickPart(one, section)) === JSON.stringify(pickPart(other, section));

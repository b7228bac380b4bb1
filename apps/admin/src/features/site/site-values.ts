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

/** Wraps each text in an object, because the form library gives ids to objects only. */
const wrapValues = (list: readonly string[]) => list.map((value) => ({ value }));
type WrappedTexts = { value: string }[];
const unboxValues = (list: WrappedTexts) => list.map(({ value }) => value);
const makeWrappedList = (list: z.ZodArray<z.ZodString>) =>
  z
    .array(z.object({ value: list.element }))
    .transform((items) => items.map(({ value }) => value))
    .pipe(list);

const { phones, emails } = siteSettings.shape.institute.shape;
const instituteFormSchema = siteSettings.shape.institute.extend({
  phones: makeWrappedList(phones),
  emails: makeWrappedList(emails),
});
type SettingsKey = keyof SiteSettings;
type Institute = SiteSettings['institute'];
/** The values of one part. Of the institute they hold only the fields of that part. */
export type PartValues = Partial<Omit<SiteSettings, 'institute'>> & { institute?: Partial<Institute> };

const pickSection = (view: object, { paths }: SiteSection): FieldValues => {
  const sectionValues: FieldValues = {};
  for (const path of paths) set(sectionValues, path, get(view, path));
  return sectionValues;
};

/** Adds pages that the stored menu does not list, such as those of a newer release. */
const addOtherPages = (menu: SiteSettings['menu']) => [
  ...menu,
  ...wholeMenu.filter(({ entry }) => !menu.some((named) => named.entry === entry)),
];

export function readSectionValues(view: SiteSettings, section: SiteSection): FieldValues {
  const values = pickSection(view, section);
  const { phones, emails }: Partial<Institute> = values.institute ?? {};
  if (phones) values.institute.phones = wrapValues(phones);
  if (emails) values.institute.emails = wrapValues(emails);
  if (values.menu) values.menu = addOtherPages(values.menu);
  return values;
}

/** Adds ids to rows that a device kept from an earlier release, which gave new rows none. */
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
  const { phones, emails, ...institute }: { phones?: WrappedTexts; emails?: WrappedTexts } =
    values.institute ?? {};
  const unwrappedLists = {
    ...(phones && { phones: unboxValues(phones) }),
    ...(emails && { emails: unboxValues(emails) }),
  };
  return { ...site, ...toChanges(site, { ...values, institute: { ...institute, ...unwrappedLists } }) };
}

/** Completes each changed setting, because the server replaces whole settings. */
export const toChanges = (
  view: SiteSettings,
  { institute, ...values }: PartValues,
): Partial<SiteSettings> => ({
  ...values,
  ...(institute && { institute: { ...view.institute, ...institute } }),
});

export function makeSectionSchema({ paths }: SiteSection): z.ZodType<PartValues, FieldValues> {
  const pathNames = paths.map((path) => path.split('.') as [SettingsKey, keyof Institute | undefined]);
  const pickedSections = Object.fromEntries(pathNames.map(([key]) => [key, true])) as Record<
    SettingsKey,
    true
  >;
  const instituteFields = Object.fromEntries(
    pathNames.flatMap(([, field]) => (field ? [[field, true]] : [])),
  );
  return siteSettings
    .extend({ institute: instituteFormSchema.pick(instituteFields as Record<keyof Institute, true>) })
    .pick(pickedSections);
}

/** Differences, with the labels of the fields: "Line of hours 2, Days". */
export function findSiteDifferences(mine: object, theirs: object): Difference[] {
  const ownTexts = listTexts(mine);
  const otherTexts = listTexts(theirs);
  const labels = Object.fromEntries(
    Object.keys({ ...ownTexts, ...otherTexts }).map((label) => [label, label]),
  );
  return findDifferences(labels, ownTexts, otherTexts);
}

const listTexts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      listLabelledTexts(siteFields[key as SettingsKey], value),
    ),
  );

function listLabelledTexts(of: Description, value: unknown, above: string[] = []): [string, string][] {
  if ('item' in of) {
    return (value as object[]).flatMap((entry, at) => {
      const label = `${capitalise(of.one)} ${at + 1}`;
      if ('fields' in of.item) return listLabelledTexts(of.item, entry, [...above, label]);
      return listLabelledTexts({ ...of.item, label }, (entry as WrappedTexts[number]).value, above);
    });
  }
  if ('fields' in of) {
    const innerLabels = of.title ? [...above, of.title] : above;
    const values = value as Record<string, unknown>;
    return Object.entries(of.fields).flatMap(([name, field]) => {
      if (!(name in values)) return [];
      const altField = 'alt' in field && field.alt;
      return [
        ...listLabelledTexts(field, values[name], innerLabels),
        ...(altField
          ? listLabelledTexts(describeLine(imageLabels.imageAlt), values[altField], innerLabels)
          : []),
      ];
    });
  }
  return of.kind === 'unseen' || of.kind === 'key'
    ? []
    : [[[...above, of.label].join(', '), String(value ?? '')]];
}

export const isSameSection = (one: SiteSettings, other: SiteSettings, section: SiteSection): boolean =>
  JSON.stringify(pickSection(one, section)) === JSON.stringify(pickSection(other, section));

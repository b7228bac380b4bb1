import { type SiteSettings, siteSettings } from '@institute/contract';
import { defaultMenu } from '@institute/contract/site.constants';
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
const wrapTexts = (list: readonly string[]) => list.map((value) => ({ value }));
type WrappedTexts = { value: string }[];
const unwrapTexts = (list: WrappedTexts) => list.map(({ value }) => value);
const makeWrappedTextsSchema = (list: z.ZodArray<z.ZodString>) =>
  z
    .array(z.object({ value: list.element }))
    .transform((items) => items.map(({ value }) => value))
    .pipe(list);

const { phones, emails } = siteSettings.shape.institute.shape;
const instituteFormSchema = siteSettings.shape.institute.extend({
  phones: makeWrappedTextsSchema(phones),
  emails: makeWrappedTextsSchema(emails),
});
type SettingsKey = keyof SiteSettings;
type Institute = SiteSettings['institute'];
/** The values of one part. Of the institute they hold only the fields of that part. */
export type SectionValues = Partial<Omit<SiteSettings, 'institute'>> & { institute?: Partial<Institute> };

const pickSectionValues = (view: object, { paths }: SiteSection): FieldValues => {
  const sectionValues: FieldValues = {};
  for (const settingPath of paths) set(sectionValues, settingPath, get(view, settingPath));
  return sectionValues;
};

/** Adds pages that the stored menu does not list, such as those of a newer release. */
const addUnlistedMenuPages = (menu: SiteSettings['menu']) => [
  ...menu,
  ...defaultMenu.filter(({ entry }) => !menu.some((named) => named.entry === entry)),
];

export function readSectionValues(view: SiteSettings, section: SiteSection): FieldValues {
  const readValues = pickSectionValues(view, section);
  const { phones, emails }: Partial<Institute> = readValues.institute ?? {};
  if (phones) readValues.institute.phones = wrapTexts(phones);
  if (emails) readValues.institute.emails = wrapTexts(emails);
  if (readValues.menu) readValues.menu = addUnlistedMenuPages(readValues.menu);
  return readValues;
}

/** Adds ids to rows that a device kept from an earlier release, which gave new rows none. */
export function addMissingRowIds(kept: FieldValues): FieldValues {
  const addRowId = (row: FieldValues) => (row.id === '' ? { ...row, id: makeSubmissionKey() } : row);
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, Array.isArray(value) ? value.map(addRowId) : value]),
  );
}

export function mergeSettings(site: SiteSettings, values: FieldValues): SiteSettings {
  const { phones, emails, ...institute }: { phones?: WrappedTexts; emails?: WrappedTexts } =
    values.institute ?? {};
  const unwrappedTextLists = {
    ...(phones && { phones: unwrapTexts(phones) }),
    ...(emails && { emails: unwrapTexts(emails) }),
  };
  return {
    ...site,
    ...toChangedSettings(site, { ...values, institute: { ...institute, ...unwrappedTextLists } }),
  };
}

/** Completes each changed setting, because the server replaces whole settings. */
export const toChangedSettings = (
  view: SiteSettings,
  { institute, ...values }: SectionValues,
): Partial<SiteSettings> => ({
  ...values,
  ...(institute && { institute: { ...view.institute, ...institute } }),
});

export function makeSectionSchema({ paths }: SiteSection): z.ZodType<SectionValues, FieldValues> {
  const pathsInParts = paths.map((path) => path.split('.') as [SettingsKey, keyof Institute | undefined]);
  const pickedSettings = Object.fromEntries(pathsInParts.map(([key]) => [key, true])) as Record<
    SettingsKey,
    true
  >;
  const pickedInstituteFields = Object.fromEntries(
    pathsInParts.flatMap(([, field]) => (field ? [[field, true]] : [])),
  );
  return siteSettings
    .extend({ institute: instituteFormSchema.pick(pickedInstituteFields as Record<keyof Institute, true>) })
    .pick(pickedSettings);
}

/** Differences, with the labels of the fields: "Line of hours 2, Days". */
export function findSiteDifferences(mine: object, theirs: object): Difference[] {
  const ownTexts = readTextsByLabel(mine);
  const otherTexts = readTextsByLabel(theirs);
  const labelsOfTexts = Object.fromEntries(
    Object.keys({ ...ownTexts, ...otherTexts }).map((label) => [label, label]),
  );
  return findDifferences(labelsOfTexts, ownTexts, otherTexts);
}

const readTextsByLabel = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      listLabelledTexts(siteFields[key as SettingsKey], value),
    ),
  );

function listLabelledTexts(of: Description, value: unknown, above: string[] = []): [string, string][] {
  if ('item' in of) {
    return (value as object[]).flatMap((entry, at) => {
      const entryLabel = `${capitalise(of.one)} ${at + 1}`;
      if ('fields' in of.item) return listLabelledTexts(of.item, entry, [...above, entryLabel]);
      return listLabelledTexts(
        { ...of.item, label: entryLabel },
        (entry as WrappedTexts[number]).value,
        above,
      );
    });
  }
  if ('fields' in of) {
    const innerLabels = of.title ? [...above, of.title] : above;
    const values = value as Record<string, unknown>;
    return Object.entries(of.fields).flatMap(([name, field]) => {
      if (!(name in values)) return [];
      const altTextFieldName = 'alt' in field && field.alt;
      return [
        ...listLabelledTexts(field, values[name], innerLabels),
        ...(altTextFieldName
          ? listLabelledTexts(describeLine(imageLabels.imageAlt), values[altTextFieldName], innerLabels)
          : []),
      ];
    });
  }
  return of.kind === 'unseen' || of.kind === 'key'
    ? []
    : [[[...above, of.label].join(', '), String(value ?? '')]];
}

export const hasSameSectionValues = (one: SiteSettings, other: SiteSettings, section: SiteSection): boolean =>
  JSON.stringify(pickSectionValues(one, section)) === JSON.stringify(pickSectionValues(other, section));

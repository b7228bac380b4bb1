import type { ContentInfo, Ctx } from '../context.ts';
import type { CsvExport } from '../exports/csv-export.ts';
import type { ImportTargets } from '../modules/office/imports/import-file.service.ts';
import type { PreviewedItem } from '../modules/platform/content/preview.service.ts';
import { documentExport } from '../modules/school/applicant-documents/document.export.ts';
import { certificateExport } from '../modules/school/certificates/certificate.export.ts';
import { donationExport } from '../modules/school/donations/donation.export.ts';
import {
  feeBookExport,
  feeChargesExport,
  feeExport,
  feeTakingsExport,
} from '../modules/school/fees/fee.export.ts';
import { subscriberExport } from '../modules/school/newsletter/subscriber.export.ts';
import { registrationExport } from '../modules/school/registrations/registration.export.ts';
import * as list from './content-list.ts';

type ContentResource = (typeof list)[keyof typeof list];

/** Sorted by name, in which order Node lists the exports of a module. Test runners may list them in another order. */
export const resources: readonly ContentResource[] = Object.entries(list)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([, resource]) => resource);

export const contentInfos: readonly ContentInfo[] = resources.map(({ info }) => info);

/**
 * Picks one part of every resource, by the resource's key. When a resource is missing in `content-list.ts`, the REST
 * router does not compile, and the compiler's error names the key.
 */
export const mapPartByResourceKey = <Part extends 'routes' | 'procedures'>(part: Part) =>
  Object.fromEntries(resources.map((resource) => [resource.key, resource[part]])) as {
    [R in ContentResource as R['key']]: R[Part];
  };

export const previewItem = async (ctx: Ctx, { type, id, version }: PreviewedItem) => {
  const previewedResource = resources.find(({ service }) => service.type === type);
  return previewedResource ? previewedResource.service.preview(ctx, id, version) : null;
};

/** The content resources to which an import may add items. */
export const importTargets: ImportTargets = Object.fromEntries(
  resources.map(({ key, service }) => [key, service]),
);

export const csvExports: readonly CsvExport[] = [
  ...resources.map(({ csv }) => csv),
  registrationExport,
  documentExport,
  subscriberExport,
  donationExport,
  certificateExport,
  feeExport,
  feeBookExport,
  feeChargesExport,
  feeTakingsExport,
];

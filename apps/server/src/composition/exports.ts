import type { CsvExport } from '../exports/csv-export.ts';
import { donationExport } from '../modules/donations/donation.export.ts';
import { subscriberExport } from '../modules/newsletter/subscriber.export.ts';
import { registrationExport } from '../modules/registrations/registration.export.ts';
import { resources } from './resources.ts';

export const exports: readonly CsvExport[] = [
  ...resources.map(({ csv }) => csv),
  registrationExport,
  subscriberExport,
  donationExport,
];

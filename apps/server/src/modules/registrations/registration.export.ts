import { type Registration, registrationFilter } from '@institute/contract';
import { formatDateTime } from '@institute/contract/time';
import * as z from 'zod';
import { signedIn } from '../../context.ts';
import { csvExport, type ExportColumn } from '../../exports/csv-export.ts';
import { hasMedicalRight } from '../accounts/account.service.ts';
import { addMedicalOf } from '../activity/activity.service.ts';
import { registrationBatch } from './registration.service.ts';
import { medicalHidden } from './registration-medical.service.ts';
import { medicalSearch } from './registration-medical-search.service.ts';

const input = registrationFilter.safeExtend({ withMedical: z.boolean().default(false) });

/** Exports the filtered list. Medical data is included only when asked for. */
export const registrationExport = csvExport({
  name: 'registrations',
  entityType: 'registration',
  input,
  admit: (actor, { withMedical }) => {
    if (withMedical && !actor.mayReadMedical) throw medicalHidden();
  },
  needsPassword: ({ withMedical }) => withMedical,
  description: ({ withMedical }) =>
    `Exported the registrations ${withMedical ? 'with' : 'without'} medical information`,
  columns: ({ withMedical }) => (withMedical ? [...columns, ...medicalColumns] : columns),
  batch: (ctx, filter, range) => registrationBatch(ctx, filter, range),
  beforeSending: async (ctx, { q, withMedical }, { rows, activity }) => {
    const isSearch = q && medicalSearch(ctx, q);
    if (!withMedical && !isSearch) return;
    // the right may have been taken while the file was being sent
    if (withMedical && !(await hasMedicalRight(ctx, signedIn(ctx).id))) throw medicalHidden();
    await addMedicalOf(ctx, activity, withMedical ? rows.map(({ id }) => id) : []);
  },
});

type Column = ExportColumn<Registration>;

const columns: Column[] = [
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Submitted', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { heading: 'First Name', cell: ({ firstName }) => firstName },
  { heading: 'Last Name', cell: ({ lastName }) => lastName },
  { heading: 'Email', cell: ({ email }) => email },
  { heading: 'Phone', cell: ({ phone }) => phone },
  { heading: 'Date of Birth', cell: ({ dateOfBirth }) => dateOfBirth },
  { heading: 'Program', cell: ({ program }) => program?.name ?? null },
  { heading: 'Start Date', cell: ({ startDate }) => startDate },
  { heading: 'Emergency Contact Name', cell: ({ emergencyName }) => emergencyName },
  { heading: 'Emergency Contact Phone', cell: ({ emergencyPhone }) => emergencyPhone },
  { heading: 'Relationship', cell: ({ emergencyRelation }) => emergencyRelation },
  { heading: 'Guardian Name', cell: ({ guardianName }) => guardianName },
  { heading: 'Guardian Phone', cell: ({ guardianPhone }) => guardianPhone },
  { heading: 'Guardian Consent', cell: ({ guardianConsent }) => (guardianConsent ? 'Yes' : null) },
  { heading: 'Note', cell: ({ note }) => note },
];
const medicalColumns: Column[] = [
  { heading: 'Medical Conditions', cell: ({ medicalConditions }) => medicalConditions },
  { heading: 'Allergies', cell: ({ allergies }) => allergies },
  { heading: 'Medications', cell: ({ medications }) => medications },
];

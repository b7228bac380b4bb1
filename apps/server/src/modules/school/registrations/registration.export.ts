import { type Registration, registrationExportInput } from '@institute/contract';
import { intakeNotFound } from '@institute/contract/intakes.constants';
import {
  type ExportColumnName,
  exportColumnNames,
  exportColumns,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import { isSeatTaken, registrationStatuses } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { formatSheetTime } from '@institute/contract/time';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import { declareCsvExport, type ExportColumn, makeIdPager } from '../../../exports/csv-export.ts';
import { listIds } from '../../../sql.ts';
import { hasMedicalRight } from '../../platform/accounts/account.service.ts';
import { addMedicalReads, recordRead } from '../../platform/activity/activity.service.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { orderByName, RegistrationEntity } from './registration.entity.ts';
import { toClassListView } from './registration.view.ts';
import { findRegistrationBatch } from './registration-list.service.ts';
import { makeMedicalHiddenError } from './registration-medical-access.service.ts';
import { maySearchMedical } from './registration-medical-search.service.ts';

/** Exports registrations. Medical information is included only on request. */
export const registrationExport = declareCsvExport({
  name: 'registrations',
  need: needs.registrations,
  entityType: 'registration',
  input: registrationExportInput,
  admit: (actor, { withMedical }) => {
    if (withMedical && !actor.rights.includes('health')) throw makeMedicalHiddenError();
  },
  needsPassword: true,
  description: ({ withMedical }) =>
    `Exported the registrations ${withMedical ? 'with' : 'without'} medical information`,
  columns: ({ withMedical, columns: asked = exportColumnNames }) => [
    ...exportColumnNames.filter((name) => asked.includes(name)).map(makeExportColumn),
    ...(withMedical ? healthColumns : []),
  ],
  batches: makeIdPager(findRegistrationBatch),
  beforeSending: async (ctx, { q, withMedical }, { rows, activity }) => {
    const isMedicalSearch = maySearchMedical(ctx, q);
    if (!withMedical && !isMedicalSearch) return;
    // The right may have been removed while the file was being sent
    if (withMedical && !(await hasMedicalRight(ctx, requireAccount(ctx).id))) throw makeMedicalHiddenError();
    await addMedicalReads(ctx, activity, withMedical ? listIds(rows) : []);
  },
});

type RegistrationExportColumn = ExportColumn<Registration>;

const exportCells: { [Name in ExportColumnName]?: RegistrationExportColumn['cell'] } = {
  createdAt: ({ createdAt }) => formatSheetTime(createdAt),
  program: ({ program }) => program?.name ?? null,
  guardianConsent: ({ guardianConsent }) => (guardianConsent ? 'Yes' : null),
};

const phoneFields = registrationFields
  .filter(({ kind }) => kind === 'phone')
  .map(({ name }) => name as string);

const makeExportColumn = (name: ExportColumnName): RegistrationExportColumn => ({
  heading: exportColumns[name],
  isPhone: phoneFields.includes(name),
  cell: exportCells[name] ?? ((row) => row[name] as string | null),
});

const healthColumns: RegistrationExportColumn[] = registrationFields
  .filter(({ health }) => health)
  .map(({ name, label }) => ({ heading: label, cell: (row) => row[name] as string | null }));

/** Lists everybody who has a seat, for printing. */
export async function readClassList(ctx: Ctx, intakeId: number) {
  const { em } = ctx;
  const classIntake = await em.findOne(
    IntakeEntity,
    { id: intakeId, deletedAt: null },
    { disableIdentityMap: true },
  );
  if (!classIntake) throw notFoundError(intakeNotFound);
  const { name, price } = await em.findOneOrFail(ProgramEntity, classIntake.programId, {
    fields: ['name', 'price'],
  });
  const rows = await em.find(
    RegistrationEntity,
    { intake: intakeId, status: registrationStatuses.filter(isSeatTaken), deletedAt: null },
    {
      fields: ['reference', 'firstName', 'lastName', 'phone', 'guardianName', 'guardianPhone'],
      orderBy: orderByName('asc'),
      disableIdentityMap: true,
    },
  );
  await recordRead(ctx, {
    entityType: 'intake',
    entityId: intakeId,
    description: `Read the class list of ${name}`,
  });
  return {
    program: name,
    startsOn: classIntake.startsOn,
    place: classIntake.place ?? null,
    seats: classIntake.seats ?? null,
    hasFees: price > 0,
    students: rows.map(toClassListView),
  };
}

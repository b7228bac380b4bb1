import { intakeNotFound } from '@institute/contract/intakes.constants';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { recordRead } from '../activity/activity.service.ts';
import { IntakeEntity } from '../intakes/intake.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { type Student, studentView } from './registration.view.ts';

interface ClassList {
  program: string;
  startsOn: string;
  place: string | null;
  seats: number | null;
  students: Student[];
}

/** The accepted applicants of an intake, by last name. The read is recorded in the activity log. */
export async function classList(ctx: Ctx, intakeId: number): Promise<ClassList> {
  const { em } = ctx;
  const intake = await em.findOne(
    IntakeEntity,
    { id: intakeId, deletedAt: null },
    { disableIdentityMap: true },
  );
  if (!intake) throw notFound(intakeNotFound);
  const { name } = await em.findOneOrFail(ProgramEntity, intake.programId, { fields: ['name'] });
  const rows = await em.find(
    RegistrationEntity,
    { intake: intakeId, status: 'accepted', deletedAt: null },
    {
      fields: ['reference', 'firstName', 'lastName', 'phone', 'guardianName', 'guardianPhone'],
      orderBy: { lastName: 'asc', firstName: 'asc', id: 'asc' },
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
    startsOn: intake.startsOn,
    place: intake.place ?? null,
    seats: intake.seats ?? null,
    students: rows.map(studentView),
  };
}

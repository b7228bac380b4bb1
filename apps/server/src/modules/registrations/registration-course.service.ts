import type { EntityManager } from '@mikro-orm/core';
import { RegistrationEntity } from './registration.entity.ts';

/** Program, start and place of an applicant. `place` is known only with an intake. */
export interface Course {
  program: string;
  startsOn: string | null;
  place: string | null;
  hasIntake: boolean;
}

/** Read when the message is sent, because an intake may move. */
export async function courseOf({ em }: { em: EntityManager }, reference: string): Promise<Course> {
  const row = await em.findOne(
    RegistrationEntity,
    { reference },
    {
      populate: ['program', 'intake'],
      fields: ['startDay', 'program.name', 'intake.place'],
      disableIdentityMap: true,
    },
  );
  return {
    program: row?.program?.name ?? '',
    startsOn: row?.startDay ?? null,
    place: row?.intake?.place ?? null,
    hasIntake: Boolean(row?.intake),
  };
}

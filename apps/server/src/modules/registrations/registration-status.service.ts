import { dialled } from '@institute/contract/phone';
import { type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { RegistrationEntity } from './registration.entity.ts';

export interface Standing {
  reference: string;
  status: (typeof statusWords)[RegistrationStatus];
  program: string | null;
  sentAt: Date;
}

/**
 * Returns the status for a reference with its phone number. A wrong phone and an unknown reference get the same
 * answer.
 */
export async function getStanding(
  { em }: Pick<Ctx, 'em'>,
  { reference, phone }: { reference: string; phone: string },
): Promise<Standing> {
  const asked = reference.replace(/\s/g, '').toUpperCase();
  const isReference = /^REG-\d{4}-\d{6,10}$/.test(asked);
  const row = await em.findOne(
    RegistrationEntity,
    { reference: isReference ? asked : null, deletedAt: null },
    {
      populate: ['program'],
      fields: ['reference', 'status', 'phone', 'createdAt', 'program.name'],
      disableIdentityMap: true,
    },
  );
  const known = row && dialled(row.phone);
  if (!row || !known || known !== dialled(phone)) {
    throw notFound('We know no application with this reference and phone number');
  }
  const { createdAt, program } = row;
  const status: RegistrationStatus = row.status;
  return { reference: asked, status: statusWords[status], program: program?.name ?? null, sentAt: createdAt };
}

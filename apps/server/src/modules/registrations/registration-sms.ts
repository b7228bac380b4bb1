import { queueText, type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import type { SmsContext } from '../../sms/sms.ts';
import { RegistrationEntity } from './registration.entity.ts';

interface Told {
  firstName: string;
  reference: string;
  status: RegistrationStatus;
  place?: number | undefined;
}

/** What the texts of the office name of an applicant. */
export async function applicantValues(
  { firstName, reference, status, place }: Told,
  { em, publicUrl }: SmsContext,
) {
  const row = await em.findOne(
    RegistrationEntity,
    { reference },
    {
      populate: ['program'],
      fields: ['startDay', 'program.name'],
      disableIdentityMap: true,
    },
  );
  return {
    firstName,
    reference,
    program: row?.program?.name ?? '',
    status: statusWords[status],
    place: place ? queueText(place) : '',
    startsOn: row?.startDay ? formatDate(row.startDay) : '',
    link: `${publicUrl}/s/${reference}`,
  };
}

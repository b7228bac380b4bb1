import { queueText, type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import type { SmsContext } from '../../messaging/sms/sms.ts';
import { type Course, courseOf } from './registration-course.service.ts';

interface Told {
  firstName: string;
  reference: string;
  status: RegistrationStatus;
  place?: number | undefined;
}

/** Values for the placeholders of the office's texts. */
export async function applicantValues(
  { firstName, reference, status, place }: Told,
  { em, publicUrl }: SmsContext,
) {
  const course = await courseOf({ em }, reference);
  return {
    firstName,
    reference,
    program: course.program,
    status: statusWords[status],
    place: place ? queueText(place) : status === 'accepted' ? seatText(course) : '',
    startsOn: course.startsOn ? formatDate(course.startsOn) : '',
    link: `${publicUrl}/s/${reference}`,
  };
}

/** The program is last, because a long text is cut. A day without an intake is only the applicant's wish. */
const seatText = ({ program, startsOn, place, hasIntake }: Course): string =>
  hasIntake && startsOn
    ? `Starts ${[formatDate(startsOn), place].filter(Boolean).join(', ')}: ${program}.`
    : '';

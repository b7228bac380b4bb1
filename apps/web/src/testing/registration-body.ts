import type { RegistrationBody } from '../api/api.ts';

/** Registration of an adult with a health answer. */
export const writtenBody: RegistrationBody = {
  firstName: 'Amina',
  lastName: 'Nakato',
  phone: '+256 700 123 456',
  programId: 3,
  allergies: 'Peanuts',
  consent: true,
};

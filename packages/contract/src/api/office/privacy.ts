import * as z from 'zod';
import { email, phone } from '../../fields/fields.ts';
import { readCertificateNumber } from '../public/certificates.constants.ts';

const certificateNumber = z.string().refine((typed) => readCertificateNumber(typed) !== undefined);

export const personQuery = z.object({
  person: z.union(
    [email, phone, certificateNumber],
    'An email address, a phone number or the number of a certificate',
  ),
});

/** Erases a person. `confirm` repeats the address or the number. */
export const personErasure = personQuery
  .extend({ confirm: z.string() })
  .refine(({ person, confirm }) => person === confirm, {
    path: ['confirm'],
    message: 'Type the same address or number again',
  });

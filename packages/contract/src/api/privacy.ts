import * as z from 'zod';
import { email, phone } from '../fields/fields.ts';

export const personSought = z.object({
  person: z.union([email, phone], 'An email address or a phone number'),
});

/** `confirm` repeats the address or the number. */
export const personErased = personSought
  .extend({ confirm: z.string() })
  .refine(({ person, confirm }) => person === confirm, {
    path: ['confirm'],
    message: 'Type the same address or number again',
  });

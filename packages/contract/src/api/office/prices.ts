import * as z from 'zod';
import { reference } from '../../fields/fields.ts';
import { instalmentsInput } from '../public/instalments.ts';
import { programInput } from '../public/programs.ts';

/**
 * Changes the price of a program, or the instalments of an intake, which has no price of its own. Absent fields stay
 * as they are.
 */
export const priceInput = z
  .object({
    programId: reference.optional(),
    intakeId: reference.optional(),
    price: programInput.shape.price.optional(),
    instalments: instalmentsInput,
    /** The tag of the version that the editor has seen. */
    ifMatch: z.string().optional(),
  })
  .refine(({ programId, intakeId }) => (programId === undefined) !== (intakeId === undefined), {
    path: ['programId'],
    message: 'Choose a program or an intake, one of them',
  })
  .refine(({ intakeId, price }) => intakeId === undefined || price === undefined, {
    path: ['price'],
    message: 'An intake has no price of its own. Its instalments say what it costs',
  });
export type PriceInput = z.output<typeof priceInput>;

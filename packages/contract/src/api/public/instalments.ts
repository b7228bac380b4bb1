import * as z from 'zod';
import { nullable, oneLineText, withDefault } from '../../fields/fields.ts';
import { formatNumber } from '../../words/money.ts';
import { place } from '../../words/place.ts';
import { instalmentLimits } from './instalments.constants.ts';

const { count, label, amount, dueDays } = instalmentLimits;
const dueDaysFault = `A whole number from ${dueDays.min} to ${dueDays.max}`;

export const instalments = z
  .array(z.object({ label: z.string(), amount: z.int(), dueDays: z.int().nullable() }))
  .meta({
    description: `Parts of the fee in ${place.currency}. \`dueDays\` counts from the start; null is due on acceptance`,
  });

export const instalmentsInput = withDefault(
  z
    .array(
      z.object({
        label: oneLineText(label),
        amount: z
          .int(`A whole number in ${place.currency}`)
          .min(amount.min, `At least ${place.currency} ${formatNumber(amount.min)}`)
          .max(amount.max, `At most ${place.currency} ${formatNumber(amount.max)}`),
        dueDays: nullable(
          z.int(dueDaysFault).min(dueDays.min, dueDaysFault).max(dueDays.max, dueDaysFault),
        ).default(null),
      }),
      'This is a list of instalments',
    )
    .max(count, `At most ${count} instalments`),
  [],
);

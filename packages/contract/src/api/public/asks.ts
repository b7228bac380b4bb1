import * as z from 'zod';
import { nullable, oneLineText, optionalText, withDefault } from '../../fields/fields.ts';
import { askKinds, askLimits, askTimes, listAskFaults } from './asks.constants.ts';

const { count, key, label, help, options, option } = askLimits;

const condition = z.object({ ask: z.string(), is: z.string() });

export const asks = z
  .array(
    z.object({
      key: z.string(),
      kind: z.enum(askKinds),
      label: z.string(),
      help: z.string().nullable(),
      options: z.array(z.string()),
      needed: z.enum(askTimes),
      onlyIf: condition.nullable(),
    }),
  )
  .meta({
    description:
      'What applicants show or answer after the registration. `onlyIf` names an answer of an earlier choice, or `Yes` or `No`',
  });

const askKey = z
  .string()
  .regex(new RegExp(`^[a-z0-9-]{1,${key}}$`), `Letters a to z, digits and -, at most ${key}`);

export const asksInput = withDefault(
  z
    .array(
      z.object({
        /** The server gives one to an ask that has none, or the key of an earlier one. */
        key: askKey.or(z.literal('')).default(''),
        kind: z.enum(askKinds),
        label: oneLineText(label),
        help: optionalText(help),
        options: z.array(oneLineText(option)).max(options, `At most ${options} options`).default([]),
        needed: z.enum(askTimes).default('acceptance'),
        onlyIf: nullable(z.object({ ask: askKey, is: oneLineText(option) })).default(null),
      }),
      'This is a list of what is asked',
    )
    .max(count, `At most ${count}`)
    .superRefine((given, { addIssue }) => {
      for (const fault of listAskFaults(given)) addIssue({ code: 'custom', ...fault });
    }),
  [],
);

import * as z from 'zod';
import { nullable, oneLineText, optionalText, withDefault } from '../../fields/fields.ts';
import { askKinds, askLimits, askTimes, listAskFaults } from './asks.constants.ts';

const { count, id, label, help, options, option } = askLimits;

const askCondition = z.object({ ask: z.string(), is: z.string() });

export const asks = z
  .array(
    z.object({
      id: z.string(),
      kind: z.enum(askKinds),
      label: z.string(),
      help: z.string().nullable(),
      options: z.array(z.string()),
      needed: z.enum(askTimes),
      onlyIf: askCondition.nullable(),
      isPrivate: z.boolean(),
    }),
  )
  .meta({
    description:
      'What applicants show or answer after the registration. `onlyIf` names an answer of an earlier choice, or `Yes` or `No`. Answers to private ones are sealed like health answers',
  });

const askId = z
  .string()
  .regex(new RegExp(`^[a-z0-9-]{1,${id}}$`), `Letters a to z, digits and -, at most ${id}`);

export const asksInput = withDefault(
  z
    .array(
      z.object({
        /** The server gives one to an ask that has none, or the id of an earlier one. */
        id: askId.or(z.literal('')).default(''),
        kind: z.enum(askKinds),
        label: oneLineText(label),
        help: optionalText(help),
        options: z.array(oneLineText(option)).max(options, `At most ${options} options`).default([]),
        needed: z.enum(askTimes).default('acceptance'),
        onlyIf: nullable(z.object({ ask: askId, is: oneLineText(option) })).default(null),
        isPrivate: z.boolean().default(false),
      }),
      'This is a list of what is asked',
    )
    .max(count, `At most ${count}`)
    .superRefine((given, { addIssue, issues }) => {
      // A fault of one ask would be a second one between them
      if (issues.length > 0) return;
      for (const fault of listAskFaults(given)) addIssue({ code: 'custom', ...fault });
    }),
  [],
);

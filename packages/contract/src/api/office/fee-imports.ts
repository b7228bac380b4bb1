import * as z from 'zod';
import { oneLineText, reference } from '../../fields/fields.ts';
import { peopleColumns, statementColumns, statementMethods } from '../public/fees.constants.ts';
import { feeAssignment } from '../public/fees.ts';
import { tableLimits } from './tables.constants.ts';
import { makeTableInput } from './tables.ts';

const hash = z.string().regex(/^[\da-f]{64}$/, 'Look at the preview first');

export const statementInput = makeTableInput(statementColumns).extend({
  method: z.enum(statementMethods).optional(),
});
export type StatementInput = z.output<typeof statementInput>;

/** Whose a line is instead, with its whole amount; or that it is no fee, now and in later files. */
const lineChoice = z.union([
  feeAssignment.pick({ parts: true }).extend({ line: z.int() }),
  z.object({ line: z.int(), notFee: z.literal(true) }),
]);

/**
 * `likely`: line numbers with a tick, which says of a line that may be on record that it is another payment. Without a
 * tick such a line is left out, and others of this state become unassigned money. `fileName`: left out for typed lines.
 */
export const statementImport = statementInput.extend({
  hash,
  fileName: oneLineText(tableLimits.fileName).optional(),
  likely: z.array(z.int()).max(tableLimits.lines),
  choices: z
    .array(lineChoice)
    .max(tableLimits.lines)
    .refine((choices) => new Set(choices.map(({ line }) => line)).size === choices.length, {
      error: 'Choose once what each line is',
    })
    .optional(),
});
export type StatementImport = z.output<typeof statementImport>;

const waitingLineIds = z.array(reference).max(tableLimits.lines);
export const waitingLines = z.object({ ids: waitingLineIds.min(1, 'Choose at least one') });
/** `another`: ids of those that may be on record and are other payments. */
export const waitingConfirmation = waitingLines.extend({ another: waitingLineIds.optional() });
export type WaitingLines = z.output<typeof waitingLines>;
export type WaitingConfirmation = z.output<typeof waitingConfirmation>;

export const peopleInput = makeTableInput(peopleColumns).extend({
  /** Whether debts are in thousands, where the heading says so. */
  inThousands: z.boolean().optional(),
});
export type PeopleInput = z.output<typeof peopleInput>;
export const peopleImport = peopleInput.extend({ hash });
export type PeopleImport = z.output<typeof peopleImport>;

import * as z from 'zod';
import { oneLineText, reference } from '../../fields/fields.ts';
import { peopleImportColumns, statementColumns, statementMethods } from '../public/fees.constants.ts';
import { feeAssignment } from '../public/fees.ts';
import { tableLimits } from './tables.constants.ts';
import { makeTableInput } from './tables.ts';

const previewHash = z.string().regex(/^[\da-f]{64}$/, 'Look at the preview first');

export const statementInput = makeTableInput(statementColumns).extend({
  method: z.enum(statementMethods).optional(),
});
export type StatementInput = z.output<typeof statementInput>;

/**
 * Choice of the office for one line: the people to whom its whole amount belongs, or that it is no fee, now and in
 * later files.
 */
const lineChoice = z.union([
  feeAssignment.pick({ parts: true }).extend({ line: z.int() }),
  z.object({ line: z.int(), notFee: z.literal(true) }),
]);

/**
 * The lines in `likely` have a tick: such a line may be on record, but is another payment. Without a tick a line of
 * this kind is left out. All other lines without a match become unassigned money. `fileName` is absent for typed
 * lines.
 */
export const statementImport = statementInput.extend({
  hash: previewHash,
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
export const waitingLineIdsInput = z.object({ ids: waitingLineIds.min(1, 'Choose at least one') });
/** `another` are the ids of lines that may be on record but are other payments. */
export const waitingConfirmation = waitingLineIdsInput.extend({ another: waitingLineIds.optional() });
export type WaitingLines = z.output<typeof waitingLineIdsInput>;
export type WaitingConfirmation = z.output<typeof waitingConfirmation>;

export const peopleInput = makeTableInput(peopleImportColumns).extend({
  /** Whether debts are in thousands. Asked where the heading of the column says so. */
  inThousands: z.boolean().optional(),
});
export type PeopleInput = z.output<typeof peopleInput>;
export const peopleImport = peopleInput.extend({ hash: previewHash });
export type PeopleImport = z.output<typeof peopleImport>;

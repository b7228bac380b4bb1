import * as z from 'zod';
import { oneLineText, reference } from '../../fields/fields.ts';
import {
  fileTooLargeMessage,
  importLimits,
  peopleColumns,
  statementColumns,
  statementMethods,
} from '../public/fees.constants.ts';
import { feeAssignment } from '../public/fees.ts';

const hash = z.string().regex(/^[\da-f]{64}$/, 'Look at the preview first');
const importedText = z
  .string()
  .min(1, 'Choose a file, or paste the lines')
  .max(importLimits.characters, fileTooLargeMessage);

/** A file as it came. Its text is planned like a pasted one. */
export const statementFile = z.object({
  name: oneLineText(importLimits.fileName),
  base64: z.string().max(Math.ceil(importLimits.bytes / 3) * 4, fileTooLargeMessage),
  /** True to read the rows and columns that a spreadsheet hides. */
  withHidden: z.boolean().optional(),
});
export type StatementFile = z.output<typeof statementFile>;

/** A heading by field, as the plan names it. Null reads none, and a field that is left out is recognised. */
const makeColumnChoice = <Column extends string>(fields: readonly Column[]) =>
  z.partialRecord(z.enum(fields), z.string().max(importLimits.heading).nullable()).optional();

/** Names of the sheets of a workbook that are read. Without them the plan chooses, or asks. */
const chosenSheets = z
  .array(z.string().max(importLimits.heading))
  .min(1, 'Choose a sheet')
  .max(importLimits.sheets)
  .optional();

export const statementInput = z.object({
  text: importedText,
  method: z.enum(statementMethods).optional(),
  columns: makeColumnChoice(statementColumns),
  sheets: chosenSheets,
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
  fileName: oneLineText(importLimits.fileName).optional(),
  likely: z.array(z.int()).max(importLimits.lines),
  choices: z
    .array(lineChoice)
    .max(importLimits.lines)
    .refine((choices) => new Set(choices.map(({ line }) => line)).size === choices.length, {
      error: 'Choose once what each line is',
    })
    .optional(),
});
export type StatementImport = z.output<typeof statementImport>;

const waitingLineIds = z.array(reference).max(importLimits.lines);
export const waitingLines = z.object({ ids: waitingLineIds.min(1, 'Choose at least one') });
/** `another`: ids of those that may be on record and are other payments. */
export const waitingConfirmation = waitingLines.extend({ another: waitingLineIds.optional() });
export type WaitingLines = z.output<typeof waitingLines>;
export type WaitingConfirmation = z.output<typeof waitingConfirmation>;

export const peopleInput = z.object({
  text: importedText,
  columns: makeColumnChoice(peopleColumns),
  sheets: chosenSheets,
  /** Whether debts are in thousands, where the heading says so. */
  inThousands: z.boolean().optional(),
});
export type PeopleInput = z.output<typeof peopleInput>;
export const peopleImport = peopleInput.extend({ hash });
export type PeopleImport = z.output<typeof peopleImport>;

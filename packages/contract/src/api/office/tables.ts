import * as z from 'zod';
import { oneLineText } from '../../fields/fields.ts';
import { fileTooLargeMessage, tableLimits } from './tables.constants.ts';

/** A file as it came. Its text is planned like a pasted one. */
export const tableFile = z.object({
  name: oneLineText(tableLimits.fileName),
  base64: z.string().max(Math.ceil(tableLimits.bytes / 3) * 4, fileTooLargeMessage),
  /** True to read the rows and columns that a spreadsheet hides. */
  withHidden: z.boolean().optional(),
});
export type TableFile = z.output<typeof tableFile>;

/** A text, and what the office has chosen of its preview. `fields`: what an import reads of a line. */
export const makeTableInput = <Field extends string>(fields: readonly Field[]) =>
  z.object({
    text: z
      .string()
      .min(1, 'Choose a file, or paste the lines')
      .max(tableLimits.characters, fileTooLargeMessage),
    /** A heading by field, as the plan names it. Null reads none, and a field that is left out is recognised. */
    columns: z.partialRecord(z.enum(fields), z.string().max(tableLimits.heading).nullable()).optional(),
    /** Names of the sheets of a workbook that are read. Without them the plan chooses, or asks. */
    sheets: z
      .array(z.string().max(tableLimits.heading))
      .min(1, 'Choose a sheet')
      .max(tableLimits.sheets)
      .optional(),
  });

export type TableInput<Field extends string> = z.output<ReturnType<typeof makeTableInput<Field>>>;

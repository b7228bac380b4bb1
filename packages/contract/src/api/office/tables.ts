import * as z from 'zod';
import { oneLineText } from '../../fields/fields.ts';
import { fileTooLargeMessage, tableLimits } from './tables.constants.ts';

/** A file as it was uploaded. Its text is planned like pasted text. */
export const tableFile = z.object({
  name: oneLineText(tableLimits.fileName),
  base64: z.string().max(Math.ceil(tableLimits.bytes / 3) * 4, fileTooLargeMessage),
  /** True to read also the rows and columns that the spreadsheet hides. */
  withHidden: z.boolean().optional(),
});
export type TableFile = z.output<typeof tableFile>;

/** Input with a text and the choices of the office in the preview. `fields` are what the import reads of a line. */
export const makeTableInput = <Field extends string>(fields: readonly Field[]) =>
  z.object({
    text: z
      .string()
      .min(1, 'Choose a file, or paste the lines')
      .max(tableLimits.characters, fileTooLargeMessage),
    /**
     * Heading of the column for each field, as the plan names it. Null reads no column. For an absent field the plan
     * recognises the column.
     */
    columns: z.partialRecord(z.enum(fields), z.string().max(tableLimits.heading).nullable()).optional(),
    /** Names of the sheets to read. Without them the plan chooses, or asks. */
    sheets: z
      .array(z.string().max(tableLimits.heading))
      .min(1, 'Choose a sheet')
      .max(tableLimits.sheets)
      .optional(),
  });

export type TableInput<Field extends string> = z.output<ReturnType<typeof makeTableInput<Field>>>;

import { splitList } from '@institute/contract/text';
import * as z from 'zod';

/** Schema of a list that is typed as one text: comma-separated, or one entry on each line. */
export const typedList = <L extends z.ZodType<string[], string[]>>(separator: ',' | '\n', list: L) =>
  z
    .string()
    .transform((typed) => splitList(typed, separator))
    .pipe(list);

/** The text of a list. */
export const typedText = (separator: ',' | '\n', list: readonly string[] = []): string =>
  list.join(separator === ',' ? ', ' : separator);

import { splitList } from '@institute/contract/text';
import * as z from 'zod';

/** Schema of a list that is typed as text: separated by commas, or one entry per line. */
export const typedList = <L extends z.ZodType<string[], string[]>>(separator: ',' | '\n', list: L) =>
  z
    .string()
    .transform((typed) => splitList(typed, separator))
    .pipe(list);

/** The list as text. */
export const typedText = (separator: ',' | '\n', list: readonly string[] = []): string =>
  list.join(separator === ',' ? ', ' : separator);

import { splitList } from '@institute/contract/rules';
import * as z from 'zod';

/** A list that is typed as one text: comma-separated, or one entry on each line. */
export const typedList = <L extends z.ZodType<string[], string[]>>(separator: ',' | '\n', list: L) =>
  z
    .string()
    .transform((typed) => splitList(typed, separator))
    .pipe(list);

/** A list as it is typed. */
export const typed = (separator: ',' | '\n', list: readonly string[] = []): string =>
  list.join(separator === ',' ? ', ' : separator);

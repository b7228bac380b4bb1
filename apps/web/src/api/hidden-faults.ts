import { noSuchField } from '@institute/contract/fields.constants';
import { spellFault } from '@institute/contract/text';

/** What a form says of faults that none of its fields shows. Empty when each has a field. */
export function hiddenFaults(
  faults: readonly { path: string; message: string }[],
  names: readonly string[],
): string {
  const hidden = faults.filter(({ path }) => !names.includes(path)).map(spellFault);
  return hidden.length > 0 ? [...hidden, noSuchField].join('. ') : '';
}

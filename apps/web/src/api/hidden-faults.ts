import { noSuchFieldMessage } from '@institute/contract/fields.constants';
import { describeFault } from '@institute/contract/text';

/** Joins the messages of faults that no field of the form shows. Empty when each has a field. */
export function joinHiddenFaults(
  faults: readonly { path: string; message: string }[],
  names: readonly string[],
): string {
  const faultsOfHiddenFields = faults.filter(({ path }) => !names.includes(path)).map(describeFault);
  return faultsOfHiddenFields.length > 0 ? [...faultsOfHiddenFields, noSuchFieldMessage].join('. ') : '';
}

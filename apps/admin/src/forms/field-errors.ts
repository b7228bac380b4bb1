import type { ApiFailure } from '@institute/client/failure';
import { describeFault } from '@institute/contract/text';
import { toast } from '@institute/ui/toast.ts';
import { type FieldRefs, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { toApiFailure } from '../api/admin.ts';

type Fault = { path: string; message: string };
type FieldErrors = {
  fields: Record<string, string>;
  rest: string;
};
/** The fields of a form, by their names. */
type RegisteredFields = { _fields: FieldRefs };
type Place = { _f?: { mount?: boolean } } | undefined;

/** The field on the screen that shows a fault: "features.0" belongs to "features". */
function findShownField({ _fields }: RegisteredFields, path: string): string | undefined {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    if (get<FieldRefs, Place>(_fields, name)?._f?.mount) return name;
  }
  return undefined;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** All faults below an error of a form. The library keeps that of a whole list as its `root`. */
function listFaults(error: unknown, above: readonly string[] = []): Fault[] {
  if (!isGroup(error)) return [];
  if (typeof error.message === 'string') return [{ path: above.join('.'), message: error.message }];
  return Object.entries(error).flatMap(([name, below]) =>
    listFaults(below, name === 'root' ? above : [...above, name]),
  );
}

/** The first message of a field. A list has an error for each entry. */
export const findFirstMessage = (error: unknown): string | undefined => listFaults(error)[0]?.message;

/** Faults that no field on the screen shows. Without `root`, the message of the last sending. */
export const listHiddenFaults = (
  control: RegisteredFields,
  { root: _, ...errors }: object & { root?: unknown },
) => listFaults(errors).filter(({ path }) => findShownField(control, path) === undefined);

/** The first fault of each field on the screen. A list of rows counts as one field. */
export function listFaultyFields(
  control: RegisteredFields,
  { root: _, ...errors }: object & { root?: unknown },
) {
  const faults = new Map<string, string>();
  for (const { path } of listFaults(errors)) {
    const [name = path] = path.split('.');
    const shown = findShownField(control, path);
    if (shown && !faults.has(name)) faults.set(name, shown);
  }
  return [...faults].map(([name, path]) => ({ name, path }));
}

/** Assigns the server's messages to fields. `rest` has a line for all that none of them says. */
export function toFieldErrors(
  { message, details }: Pick<ApiFailure, 'message' | 'details'>,
  findField: (path: string) => string | undefined,
): FieldErrors {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const detail of details) {
    const fault = { ...detail, path: detail.path.replace(/^changes\./, '') };
    const name = findField(fault.path);
    if (name) fields[name] ??= fault.message;
    else rest.push(describeFault(fault));
  }
  const isSaid = Object.values(fields).includes(message);
  return { fields, rest: [...(isSaid ? [] : [message]), ...rest].join('\n') };
}

type RefusedForm<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'setError'> & {
  control: RegisteredFields;
};

/** Shows a failure at its fields, of which the first gets the focus. Returns the text for the line of the form. */
export function placeFaults<Values extends FieldValues>(
  { control, setError }: RefusedForm<Values>,
  failure: Pick<ApiFailure, 'message' | 'details'>,
): string {
  const { fields, rest } = toFieldErrors(failure, (path) => findShownField(control, path));
  Object.entries(fields).forEach(([name, message], at) => {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return rest;
}

export function showFailure<Values extends FieldValues>(
  form: RefusedForm<Values>,
  error: unknown,
  title: string,
): void {
  fail(form, title, placeFaults(form, toApiFailure(error)));
}

/** Shows the lines of `FormFailure` until the form is sent again. */
export function fail<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  title: string,
  reason?: string,
): void {
  setError('root', { message: [title, reason].filter(Boolean).join('. ') });
}

/** For a form that fails for one reason. */
export const readFailureReason = ({ message, details }: ApiFailure): string => details[0]?.message ?? message;

/** For a form that makes an account. */
export function showRefusal<Values extends FieldValues>(form: RefusedForm<Values>, error: unknown): void {
  const failure = toApiFailure(error);
  const reasons = failure.details.map(({ message }) => message).join('. ');
  toast.error(failure.message, { description: reasons || undefined });
  form.setError('root', { message: placeFaults(form, failure) });
}

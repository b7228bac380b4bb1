import type { ApiFailure } from '@institute/client/failure';
import { describeFault } from '@institute/contract/text';
import { toast } from '@institute/ui/toast.ts';
import { type FieldRefs, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { toApiFailure } from '../api/admin.ts';

type FieldFault = { path: string; message: string };
type FieldErrors = {
  fields: Record<string, string>;
  rest: string;
};
/** The fields of a form, by their names. */
type RegisteredFields = { _fields: FieldRefs };
type FieldReference = { _f?: { mount?: boolean } } | undefined;

/** The field on the screen that shows a fault: "features.0" belongs to "features". */
function findShownField({ _fields }: RegisteredFields, path: string): string | undefined {
  const pathParts = path.split('.');
  for (let pathLength = pathParts.length; pathLength > 0; pathLength -= 1) {
    const fieldName = pathParts.slice(0, pathLength).join('.');
    if (get<FieldRefs, FieldReference>(_fields, fieldName)?._f?.mount) return fieldName;
  }
  return undefined;
}

const isErrorGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Lists all faults within an error of a form. The form library stores the error of a whole list under `root`.
 */
function listFaults(error: unknown, above: readonly string[] = []): FieldFault[] {
  if (!isErrorGroup(error)) return [];
  if (typeof error.message === 'string') return [{ path: above.join('.'), message: error.message }];
  return Object.entries(error).flatMap(([name, below]) =>
    listFaults(below, name === 'root' ? above : [...above, name]),
  );
}

/** The first message of a field. A list has an error for each entry. */
export const findFirstMessage = (error: unknown): string | undefined => listFaults(error)[0]?.message;

/**
 * Lists faults that no field on the screen shows. Leaves out `root`, which is the message of the last
 * sending.
 */
export const listHiddenFaults = (
  control: RegisteredFields,
  { root: _, ...errors }: object & { root?: unknown },
) => listFaults(errors).filter(({ path }) => findShownField(control, path) === undefined);

/** The first fault of each field on the screen. A list of rows counts as one field. */
export function listFaultyFields(
  control: RegisteredFields,
  { root: _, ...errors }: object & { root?: unknown },
) {
  const fieldPathsByName = new Map<string, string>();
  for (const { path } of listFaults(errors)) {
    const [name = path] = path.split('.');
    const shownFieldName = findShownField(control, path);
    if (shownFieldName && !fieldPathsByName.has(name)) fieldPathsByName.set(name, shownFieldName);
  }
  return [...fieldPathsByName].map(([name, path]) => ({ name, path }));
}

/** Assigns the server's messages to fields. `rest` has a line for each message that belongs to no field. */
export function toFieldErrors(
  { message, details }: Pick<ApiFailure, 'message' | 'details'>,
  findField: (path: string) => string | undefined,
): FieldErrors {
  const messagesByField: Record<string, string> = {};
  const otherMessages: string[] = [];
  for (const failureDetail of details) {
    const faultAtField = { ...failureDetail, path: failureDetail.path.replace(/^changes\./, '') };
    const name = findField(faultAtField.path);
    if (name) messagesByField[name] ??= faultAtField.message;
    else otherMessages.push(describeFault(faultAtField));
  }
  const isMessageShown = Object.values(messagesByField).includes(message);
  return {
    fields: messagesByField,
    rest: [...(isMessageShown ? [] : [message]), ...otherMessages].join('\n'),
  };
}

type FormWithErrors<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'setError'> & {
  control: RegisteredFields;
};

/**
 * Shows a failure at the form's fields and focuses the first of them. Returns the text for the line of the
 * form.
 */
export function showFaultsAtFields<Values extends FieldValues>(
  { control, setError }: FormWithErrors<Values>,
  failure: Pick<ApiFailure, 'message' | 'details'>,
): string {
  const { fields, rest } = toFieldErrors(failure, (path) => findShownField(control, path));
  Object.entries(fields).forEach(([name, message], at) => {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return rest;
}

export function showFailureInForm<Values extends FieldValues>(
  form: FormWithErrors<Values>,
  error: unknown,
  title: string,
): void {
  showMessage(form, title, showFaultsAtFields(form, toApiFailure(error)));
}

/** Shows the lines of `FormFailure` until the form is sent again. */
export function showMessage<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  title: string,
  reason?: string,
): void {
  setError('root', { message: [title, reason].filter(Boolean).join('. ') });
}

/** Reads the reason of a failure for a form that fails for one reason only. */
export const readFailureReason = ({ message, details }: ApiFailure): string => details[0]?.message ?? message;

/** Shows why an account was not made, in a toast and at the fields. */
export function showAccountRefusal<Values extends FieldValues>(
  form: FormWithErrors<Values>,
  error: unknown,
): void {
  const failure = toApiFailure(error);
  const joinedReasons = failure.details.map(({ message }) => message).join('. ');
  toast.error(failure.message, { description: joinedReasons || undefined });
  form.setError('root', { message: showFaultsAtFields(form, failure) });
}

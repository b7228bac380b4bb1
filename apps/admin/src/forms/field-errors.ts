import type { ApiFailure } from '@institute/client/failure';
import { toast } from '@institute/ui/toast.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { toApiFailure } from '../api/admin.ts';

type FieldErrors = {
  fields: Record<string, string>;
  rest: string;
};

/** Assigns the server's messages to the fields of a form: "features.0" belongs to "features". */
export function toFieldErrors(failure: ApiFailure, names: readonly string[]): FieldErrors {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of failure.details) {
    const name = path.replace(/^changes\./, '').split('.')[0] ?? '';
    if (names.includes(name)) fields[name] ??= message;
    else rest.push(message);
  }
  return { fields, rest: [failure.message, ...rest].join('. ') };
}

export function showFailure<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  title: string,
): void {
  const { fields, rest } = toFieldErrors(toApiFailure(error), Object.keys(form.getValues()));
  for (const [name, message] of Object.entries(fields)) form.setError(name as Path<Values>, { message });
  fail(form, title, rest);
}

/** Shows a toast, and the line of `FormFailure` until the form is sent again. */
export function fail<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  title: string,
  reason?: string,
): void {
  toast.error(title, { description: reason });
  setError('root', { message: [title, reason].filter(Boolean).join('. ') });
}

/** For a form that fails for one reason. */
export const failureReason = ({ message, details }: ApiFailure): string => details[0]?.message ?? message;

/** For a form about an account. Without a title the toast has the server's message. */
export function showRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  title?: string,
): void {
  const failure = toApiFailure(error);
  const { message, details } = failure;
  fail(form, title ?? message, title ? failureReason(failure) : details[0]?.message);
  // The first of them gets the focus.
  for (const { path, message } of [...details].reverse()) {
    if (path in form.getValues()) form.setError(path as Path<Values>, { message }, { shouldFocus: true });
  }
}

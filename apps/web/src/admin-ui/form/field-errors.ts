import type { ApiFailure } from '@institute/client/failure';

type FieldErrors = {
  /** The first message of each field of the form. */
  fields: Record<string, string>;
  /** The messages without a field. */
  rest: string;
};

/** Assigns the server's messages to the fields of a form: "features.0" belongs to "features". */
export function fieldErrorsOf(failure: ApiFailure, names: readonly string[]): FieldErrors {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of failure.details) {
    const name = path.replace(/^changes\./, '').split('.')[0] ?? '';
    if (names.includes(name)) fields[name] ??= message;
    else rest.push(message);
  }
  return { fields, rest: [failure.message, ...rest].join('. ') };
}

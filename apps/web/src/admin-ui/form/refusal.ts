import type { ApiFailure } from '@institute/client/failure';

type Refusal = {
  /** A message for each field of the form that was refused. */
  fields: Record<string, string>;
  /** What has no field to stand beside. */
  rest: string;
};

/** Sorts what a server refused by the fields of a form: "features.0" belongs to "features". */
export function refusalOf(failure: ApiFailure, names: readonly string[]): Refusal {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of failure.details) {
    const name = path.replace(/^changes\./, '').split('.')[0] ?? '';
    if (names.includes(name)) fields[name] ??= message;
    else rest.push(message);
  }
  return { fields, rest: [failure.message, ...rest].join('. ') };
}

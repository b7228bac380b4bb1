import type { ErrorDetail } from '@institute/contract';
import { registrationInput } from '@institute/contract/registration-form';

/** The faults that the server would find, except for closed programs. */
export const faultsOf = (body: object): ErrorDetail[] =>
  registrationInput.safeParse(body).error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  })) ?? [];

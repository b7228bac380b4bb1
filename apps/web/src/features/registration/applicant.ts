import { isMinor } from '@institute/contract/age';
import { kampalaDay } from '@institute/contract/time';
import { guardianFields, type Values } from './fields.ts';

/** Not sent: the date of birth tells who needs a guardian. */
export const applicants = [
  { value: 'self', label: 'Myself' },
  { value: 'child', label: 'My child' },
] as const;
export type Applicant = (typeof applicants)[number]['value'];

export const isChild = ({ dateOfBirth }: Pick<Values, 'dateOfBirth'>): boolean =>
  dateOfBirth !== '' && isMinor(dateOfBirth, kampalaDay(new Date()));

type Given = {
  applicant: Applicant;
  values: Pick<Values, 'dateOfBirth'>;
  errors: Partial<Record<string, string>>;
};

/** True for a child, by choice or date of birth, and when the server has refused the guardian's fields. */
export const asksGuardian = ({ applicant, values, errors }: Given): boolean =>
  applicant === 'child' || isChild(values) || guardianFields.some(({ name }) => errors[name]);

/** Answers about a guardian mean a child. */
export const applicantOf = (values: Partial<Values>): Applicant | undefined =>
  guardianFields.some(({ name }) => values[name]) ? 'child' : undefined;

import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  fillSameAnswers,
  ONE_NAME,
  type RegistrationField,
  registrationFields,
  registrationSteps,
  SAME_PERSON,
  SAME_PHONE,
  sameAnswers,
  type sameLabels,
} from '@institute/contract/registration-fields.constants';
import { readToday } from '@institute/contract/time';

export type { FieldName };
export type Field = RegistrationField & { name: FieldName };
export type Box = typeof ONE_NAME | keyof typeof sameLabels;
export type ValueName = FieldName | Box;
export type Values = Record<ValueName, string>;

const boxNames = [ONE_NAME, SAME_PHONE, SAME_PERSON] as const;

/** The fields, and the boxes that are not sent. */
export const formValues: readonly (Pick<Field, 'kind' | 'health'> & { name: ValueName })[] = [
  ...registrationFields,
  ...boxNames.map((name) => ({ name, kind: 'check' }) as const),
];

export const lastStep = registrationSteps.length - 1;
export const programStep = 1;
export const guardianStep = 2;
export const healthStep = 3;

export const guardianFields = registrationFields.filter(({ contact }) => contact === 'guardian');
export const listStepFields = (step: number) =>
  registrationFields.filter((field) => field.step === step && field.contact !== 'guardian');

export const APPLICANT_VALUE = 'applicant';

export const CHECKED_VALUE = 'true';

/** The field below which a box stands, and which shows a fault of it. */
const boxFields: Record<Box, FieldName> = {
  [ONE_NAME]: 'lastName',
  [SAME_PHONE]: 'guardianPhone',
  [SAME_PERSON]: 'emergencyName',
};
const isBox = (name: ValueName): name is Box => name in boxFields;
export const findBox = (name: FieldName): Box | undefined => boxNames.find((box) => boxFields[box] === name);
export const findShownField = (name: ValueName): FieldName => (isBox(name) ? boxFields[name] : name);

/** True while a ticked box gives the answer. */
export const isAnsweredByBox = (name: FieldName, values: Values): boolean =>
  (name === boxFields[ONE_NAME] && values[ONE_NAME] === CHECKED_VALUE) ||
  sameAnswers.some(([box, to, from]) => to === name && values[box] === CHECKED_VALUE && values[from] !== '');

export const emptyValues = Object.fromEntries(formValues.map(({ name }) => [name, ''])) as Values;

/** False for another date, and while nothing is chosen. */
export const isIntake = (id: string | undefined): boolean => Number(id) > 0;

export const labelField = (name: FieldName | 'consent', who: Applicant = 'self'): string => {
  const field = registrationFields.find((field) => field.name === name);
  return (who === 'child' && field?.labelForChild) || (field?.label ?? 'Consent');
};

/** The name of a field in a list of faults. */
export const nameField = (name: FieldName | 'consent', who?: Applicant): string =>
  registrationFields.find((field) => field.name === name)?.shortLabel ?? labelField(name, who);

/** The form does not send this choice: the date of birth decides who needs a guardian. */
export const applicantChoices = [
  { value: 'self', label: 'Myself' },
  { value: 'child', label: 'My child' },
] as const;
export type Applicant = (typeof applicantChoices)[number]['value'];

export const isChild = ({ dateOfBirth }: Pick<Values, 'dateOfBirth'>): boolean =>
  dateOfBirth !== '' && isMinor(dateOfBirth, readToday());

type GivenAnswers = {
  applicant: Applicant;
  values: Pick<Values, 'dateOfBirth'>;
  errors: Partial<Record<string, string>>;
};

/** True for a child, by choice or birth date, or when the server refused the guardian's fields. */
export const asksGuardian = ({ applicant, values, errors }: GivenAnswers): boolean =>
  applicant === 'child' || isChild(values) || guardianFields.some(({ name }) => errors[name]);

/** The answers that are sent: what the boxes say, and nothing of a guardian who is not asked for. */
export function completeAnswers(state: GivenAnswers & { values: Values }): Values {
  const unasked: ValueName[] = asksGuardian(state)
    ? []
    : [...guardianFields.map(({ name }) => name), SAME_PHONE, SAME_PERSON];
  // A box that is unticked again brings it back
  if (state.values[ONE_NAME]) unasked.push('lastName');
  const asked = { ...state.values, ...Object.fromEntries(unasked.map((name) => [name, ''])) };
  return fillSameAnswers(asked, asked);
}

export const isNeeded = ({ required, contact }: Field, values: Values): boolean =>
  required === true || (contact === 'guardian' && isChild(values));

export const listMissing = (values: Values): Field[] =>
  registrationFields.filter(
    (field) => isNeeded(field, values) && !values[field.name].trim() && !isAnsweredByBox(field.name, values),
  );

/** Answers about a guardian mean a child. */
export const findApplicant = (values: Partial<Values>): Applicant | undefined =>
  guardianFields.some(({ name }) => values[name]) ? 'child' : undefined;

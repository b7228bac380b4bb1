import { isMinor } from '@institute/contract/age';
import {
  type FieldName,
  fillSameAnswers,
  ONE_NAME_BOX,
  type RegistrationField,
  registrationFields,
  registrationSteps,
  SAME_PERSON_BOX,
  SAME_PHONE_BOX,
  type sameAnswerBoxLabels,
  sameAnswerCopies,
} from '@institute/contract/registration-fields.constants';
import { readToday } from '@institute/contract/time';

export type { FieldName };
export type WizardFieldDefinition = RegistrationField & { name: FieldName };
export type SameAnswerBoxName = typeof ONE_NAME_BOX | keyof typeof sameAnswerBoxLabels;
export type FormValueName = FieldName | SameAnswerBoxName;
export type FormValues = Record<FormValueName, string>;

const sameAnswerBoxNames = [ONE_NAME_BOX, SAME_PHONE_BOX, SAME_PERSON_BOX] as const;

/** The values of the form: the fields, and the boxes, which are not sent. */
export const formValueDefinitions: readonly (Pick<WizardFieldDefinition, 'kind' | 'health'> & {
  name: FormValueName;
})[] = [...registrationFields, ...sameAnswerBoxNames.map((name) => ({ name, kind: 'check' }) as const)];

export const lastStep = registrationSteps.length - 1;
export const programStep = 1;
export const guardianStep = 2;
export const healthStep = 3;

export const guardianFields = registrationFields.filter(({ contact }) => contact === 'guardian');
export const listStepFields = (step: number) =>
  registrationFields.filter((field) => field.step === step && field.contact !== 'guardian');

export const APPLICANT_FIELD_NAME = 'applicant';

export const CHECKED_BOX_VALUE = 'true';

/** For each box, the field above it, which also shows the faults of the box. */
const fieldNamesByBox: Record<SameAnswerBoxName, FieldName> = {
  [ONE_NAME_BOX]: 'lastName',
  [SAME_PHONE_BOX]: 'guardianPhone',
  [SAME_PERSON_BOX]: 'emergencyName',
};
const isSameAnswerBoxName = (name: FormValueName): name is SameAnswerBoxName => name in fieldNamesByBox;
export const findSameAnswerBoxOfField = (name: FieldName): SameAnswerBoxName | undefined =>
  sameAnswerBoxNames.find((box) => fieldNamesByBox[box] === name);
export const findFieldThatShowsFaults = (name: FormValueName): FieldName =>
  isSameAnswerBoxName(name) ? fieldNamesByBox[name] : name;

/** True while a ticked box gives the answer. */
export const isAnsweredByBox = (name: FieldName, values: FormValues): boolean =>
  (name === fieldNamesByBox[ONE_NAME_BOX] && values[ONE_NAME_BOX] === CHECKED_BOX_VALUE) ||
  sameAnswerCopies.some(
    ([box, to, from]) => to === name && values[box] === CHECKED_BOX_VALUE && values[from] !== '',
  );

export const emptyValues = Object.fromEntries(
  formValueDefinitions.map(({ name }) => [name, '']),
) as FormValues;

/** False for another date, and while nothing is chosen. */
export const isIntakeId = (id: string | undefined): boolean => Number(id) > 0;

export const labelField = (name: FieldName | 'consent', who: SelfOrChild = 'self'): string => {
  const field = registrationFields.find((field) => field.name === name);
  return (who === 'child' && field?.labelForChild) || (field?.label ?? 'Consent');
};

/** The name of a field in a list of faults. */
export const nameField = (name: FieldName | 'consent', who?: SelfOrChild): string =>
  registrationFields.find((field) => field.name === name)?.shortLabel ?? labelField(name, who);

/** The form does not send this choice: the date of birth decides who needs a guardian. */
export const applicantChoices = [
  { value: 'self', label: 'Myself' },
  { value: 'child', label: 'My child' },
] as const;
export type SelfOrChild = (typeof applicantChoices)[number]['value'];

export const isUnderAge = ({ dateOfBirth }: Pick<FormValues, 'dateOfBirth'>): boolean =>
  dateOfBirth !== '' && isMinor(dateOfBirth, readToday());

type AnswersAboutApplicant = {
  applicant: SelfOrChild;
  values: Pick<FormValues, 'dateOfBirth'>;
  errors: Partial<Record<string, string>>;
};

/** True for a child, by choice or birth date, or when the server refused the guardian's fields. */
export const shouldAskAboutGuardian = ({ applicant, values, errors }: AnswersAboutApplicant): boolean =>
  applicant === 'child' || isUnderAge(values) || guardianFields.some(({ name }) => errors[name]);

/**
 * Completes the answers that are sent: fills in what the boxes say, and leaves out a guardian who is not
 * asked for.
 */
export function completeFormAnswers(state: AnswersAboutApplicant & { values: FormValues }): FormValues {
  const unaskedNames: FormValueName[] = shouldAskAboutGuardian(state)
    ? []
    : [...guardianFields.map(({ name }) => name), SAME_PHONE_BOX, SAME_PERSON_BOX];
  // Only the copy that is sent loses the name, so that unticking the box brings the name back
  if (state.values[ONE_NAME_BOX]) unaskedNames.push('lastName');
  const askedValues = { ...state.values, ...Object.fromEntries(unaskedNames.map((name) => [name, ''])) };
  return fillSameAnswers(askedValues, askedValues);
}

export const isFieldNeeded = ({ required, contact }: WizardFieldDefinition, values: FormValues): boolean =>
  required === true || (contact === 'guardian' && isUnderAge(values));

export const listMissingFields = (values: FormValues): WizardFieldDefinition[] =>
  registrationFields.filter(
    (field) =>
      isFieldNeeded(field, values) && !values[field.name].trim() && !isAnsweredByBox(field.name, values),
  );

/** Somebody who has answered about a guardian registers a child. */
export const findApplicantByGuardian = (values: Partial<FormValues>): SelfOrChild | undefined =>
  guardianFields.some(({ name }) => values[name]) ? 'child' : undefined;

import { consentTexts } from '@institute/contract/registrations.constants';

export const wizardSteps = [
  'Personal Information',
  'Program Selection',
  'Emergency Contact',
  'Medical Information',
  'Review & Submit',
] as const;

type Kind = 'text' | 'email' | 'tel' | 'date' | 'program' | 'intake' | 'long' | 'check';
type Definition = {
  name: string;
  label: string;
  step: number;
  kind: Kind;
  required?: true;
  autoComplete?: string;
  /** For the browser of a parent who registers a child. */
  autoCompleteForChild?: string;
  /** Never stored in the browser's draft. */
  medical?: true;
  /** Required for a child, not asked for others. */
  guardian?: true;
};

/** In the order of the form, by the names of the API. */
const fields = [
  {
    name: 'firstName',
    label: 'First Name',
    step: 0,
    kind: 'text',
    required: true,
    autoComplete: 'given-name',
    autoCompleteForChild: 'off',
  },
  {
    name: 'lastName',
    label: 'Last Name',
    step: 0,
    kind: 'text',
    required: true,
    autoComplete: 'family-name',
    autoCompleteForChild: 'off',
  },
  { name: 'email', label: 'Email', step: 0, kind: 'email', required: true, autoComplete: 'email' },
  { name: 'phone', label: 'Phone', step: 0, kind: 'tel', required: true, autoComplete: 'tel' },
  {
    name: 'dateOfBirth',
    label: 'Date of Birth',
    step: 0,
    kind: 'date',
    autoComplete: 'bday',
    autoCompleteForChild: 'off',
  },
  { name: 'programId', label: 'Program', step: 1, kind: 'program', required: true },
  /** Empty: the applicant chooses another date. */
  { name: 'intakeId', label: 'Intake', step: 1, kind: 'intake' },
  { name: 'startDate', label: 'Start Date', step: 1, kind: 'date' },
  { name: 'emergencyName', label: 'Emergency Contact Name', step: 2, kind: 'text' },
  { name: 'emergencyPhone', label: 'Emergency Contact Phone', step: 2, kind: 'tel' },
  { name: 'emergencyRelation', label: 'Relationship', step: 2, kind: 'text' },
  {
    name: 'guardianName',
    label: 'Guardian Name',
    step: 2,
    kind: 'text',
    autoCompleteForChild: 'name',
    guardian: true,
  },
  {
    name: 'guardianPhone',
    label: 'Guardian Phone',
    step: 2,
    kind: 'tel',
    autoCompleteForChild: 'tel',
    guardian: true,
  },
  { name: 'guardianConsent', label: consentTexts.guardian, step: 2, kind: 'check', guardian: true },
  { name: 'medicalConditions', label: 'Medical Conditions', step: 3, kind: 'long', medical: true },
  { name: 'allergies', label: 'Allergies', step: 3, kind: 'long', medical: true },
  { name: 'medications', label: 'Medications', step: 3, kind: 'long', medical: true },
] as const satisfies readonly Definition[];

export type FieldName = (typeof fields)[number]['name'];
export type Field = Omit<Definition, 'name'> & { name: FieldName };
export type Values = Record<FieldName, string>;

export const allFields: readonly Field[] = fields;

export const lastStep = wizardSteps.length - 1;
export const programStep = 1;

export const fieldsOf = (step: number) => allFields.filter((field) => field.step === step && !field.guardian);
export const guardianStep = 2;
export const healthStep = 3;
export const healthFields = allFields.filter(({ medical }) => medical);
export const guardianFields = allFields.filter(({ guardian }) => guardian);

export const APPLICANT = 'applicant';
/** Name of the buttons that open another step. Without scripts the server answers with that step. */
export const STEP = 'step';

export const CHECKED = 'true';

export const emptyValues = Object.fromEntries(fields.map(({ name }) => [name, ''])) as Values;

export const labelOf = (name: FieldName | 'consent'): string =>
  allFields.find((field) => field.name === name)?.label ?? 'Consent';

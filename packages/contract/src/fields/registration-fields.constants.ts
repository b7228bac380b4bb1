import { examplePhone, localPhones } from '../words/place.ts';

export const registrationSteps = [
  'Personal Information',
  'Program Selection',
  'Emergency Contact',
  'Medical Information',
  'Review & Submit',
] as const;

type FieldKind =
  /** A `name` refuses links and long numbers, a `line` is a single line, a `text` may have several. */
  | { kind: 'name' | 'line' | 'text'; max: number }
  | { kind: 'email' | 'phone' | 'day' | 'birthday' }
  /** Kinds of fields that have a control of their own in the form. */
  | { kind: 'program' | 'intake' | 'check' };

export type RegistrationField = FieldKind & {
  name: string;
  label: string;
  /** Label on the office's sheet and heading in the CSV file, when `label` is too long there. */
  officeLabel?: string;
  /** Name of the field in a list of faults, when `label` is a whole sentence. */
  shortLabel?: string;
  /** Label on the office's sheet, when the section's heading already says part of `label`. */
  sheetLabel?: string;
  /** Text between the label and the control in the form. */
  hint?: string;
  /** Takes the place of `hint` when the site sends SMS. */
  hintWithSms?: string;
  /** Index of the form's step in `registrationSteps`. */
  step: number;
  required?: true;
  /** True when an empty text counts as the answer "none". */
  mayBeEmpty?: true;
  /** The field belongs to another person. Those of a guardian are required for a child, and not asked of others. */
  contact?: 'emergency' | 'guardian';
  /**
   * True for a medical answer. It is encrypted, shown only to accounts with the right, and never stored in the
   * browser's draft.
   */
  health?: true;
  autoComplete?: string;
  /** Label for a parent who fills in the form, when `label` would not say whose answer is meant. */
  labelForChild?: string;
  /** `autoComplete` for the browser of a parent who registers a child. */
  autoCompleteForChild?: string;
  /** Example for the API reference and the tests. */
  example: string | number | boolean;
};

/**
 * All fields of a registration in the order of the form. The input, the answers, both forms, the office's sheet, the
 * CSV file and the samples derive from this list. See docs/guides/add-a-registration-field.md.
 */
const fields = [
  {
    name: 'firstName',
    label: 'First Name',
    step: 0,
    kind: 'name',
    max: 100,
    required: true,
    autoComplete: 'given-name',
    autoCompleteForChild: 'off',
    example: 'Ann',
  },
  {
    name: 'lastName',
    label: 'Last Name',
    step: 0,
    kind: 'name',
    max: 100,
    required: true,
    mayBeEmpty: true,
    autoComplete: 'family-name',
    autoCompleteForChild: 'off',
    example: 'Example',
  },
  {
    name: 'email',
    label: 'Email',
    step: 0,
    kind: 'email',
    hint: 'If you have none, leave this empty.',
    hintWithSms: 'If you have none, we write to your phone.',
    autoComplete: 'email',
    example: 'ann@example.org',
  },
  {
    name: 'phone',
    label: 'Phone',
    labelForChild: 'Your phone',
    step: 0,
    kind: 'phone',
    required: true,
    autoComplete: 'tel',
    example: examplePhone,
  },
  {
    name: 'dateOfBirth',
    label: 'Date of Birth',
    step: 0,
    kind: 'birthday',
    autoComplete: 'bday',
    autoCompleteForChild: 'off',
    example: '2001-02-03',
  },
  { name: 'programId', label: 'Program', step: 1, kind: 'program', required: true, example: 1 },
  { name: 'intakeId', label: 'Intake', step: 1, kind: 'intake', example: 1 },
  { name: 'startDate', label: 'Start Date', step: 1, kind: 'day', example: '2099-02-01' },
  {
    name: 'emergencyName',
    label: 'Emergency Contact Name',
    sheetLabel: 'Name',
    step: 2,
    kind: 'name',
    max: 200,
    contact: 'emergency',
    example: 'Bo Example',
  },
  {
    name: 'emergencyPhone',
    label: 'Emergency Contact Phone',
    sheetLabel: 'Phone',
    step: 2,
    kind: 'phone',
    contact: 'emergency',
    example: localPhones[1],
  },
  {
    name: 'emergencyRelation',
    label: 'Relationship',
    step: 2,
    kind: 'line',
    max: 100,
    contact: 'emergency',
    example: 'Uncle',
  },
  {
    name: 'guardianName',
    label: 'Guardian Name',
    step: 2,
    kind: 'name',
    max: 200,
    contact: 'guardian',
    autoCompleteForChild: 'name',
    example: 'Grace Example',
  },
  {
    name: 'guardianPhone',
    label: 'Guardian Phone',
    step: 2,
    kind: 'phone',
    contact: 'guardian',
    autoCompleteForChild: 'tel',
    example: localPhones[2],
  },
  {
    name: 'guardianConsent',
    label: 'I am the parent or guardian and I agree to this registration',
    officeLabel: 'Guardian Consent',
    shortLabel: "Guardian's agreement",
    step: 2,
    kind: 'check',
    contact: 'guardian',
    example: true,
  },
  {
    name: 'medicalConditions',
    label: 'Medical Conditions',
    step: 3,
    kind: 'text',
    max: 2000,
    health: true,
    example: 'Asthma',
  },
  { name: 'allergies', label: 'Allergies', step: 3, kind: 'text', max: 2000, health: true, example: 'Nuts' },
  {
    name: 'medications',
    label: 'Medications',
    step: 3,
    kind: 'text',
    max: 2000,
    health: true,
    example: 'Inhaler',
  },
] as const satisfies readonly RegistrationField[];

export type DeclaredField = (typeof fields)[number];
export type FieldName = DeclaredField['name'];
type FieldNamesWith<Part> = Extract<DeclaredField, Part>['name'];
export type HealthFieldName = FieldNamesWith<{ health: true }>;
type ControlFieldName = FieldNamesWith<{ kind: 'program' | 'intake' | 'check' }>;
/** Names of the fields that are stored in a column of the same name. */
export type PlainFieldName = Exclude<FieldName, HealthFieldName | ControlFieldName>;
export type ContactFieldName<Contact> = Exclude<FieldNamesWith<{ contact: Contact }>, ControlFieldName>;

export const registrationFields: readonly (RegistrationField & { name: FieldName })[] = fields;

const listFieldNames = <Name extends FieldName>(isWanted: (field: RegistrationField) => unknown) =>
  registrationFields.filter(isWanted).map(({ name }) => name as Name);

const isControlField = ({ kind }: RegistrationField) =>
  kind === 'program' || kind === 'intake' || kind === 'check';

/** The value of a field that nobody filled in. */
export type EmptyAnswer<Field> = Field extends { kind: 'email' } ? '' : null;
export const emptyAnswers = Object.fromEntries(
  fields.map(({ name, kind }) => [name, kind === 'email' ? '' : null]),
) as { [Field in DeclaredField as Field['name']]: EmptyAnswer<Field> };

export const healthFields = listFieldNames<HealthFieldName>(({ health }) => health);
export const plainFields = listFieldNames<PlainFieldName>((field) => !field.health && !isControlField(field));
/**
 * Names of fields about other persons. The consent of a guardian is left out, because it stays when the contact is
 * erased.
 */
export const contactFields = {
  emergency: listFieldNames<ContactFieldName<'emergency'>>(({ contact }) => contact === 'emergency'),
  guardian: listFieldNames<ContactFieldName<'guardian'>>(
    (field) => field.contact === 'guardian' && !isControlField(field),
  ),
};

export type CorrectableField = Exclude<PlainFieldName, FieldNamesWith<{ kind: 'day' }>> | HealthFieldName;
/**
 * Names of the fields that the office corrects. The course has a dialog of its own, and a consent cannot be
 * corrected.
 */
export const correctableFields = listFieldNames<CorrectableField>(
  (field) => !isControlField(field) && field.kind !== 'day',
);

// Values of the form's field `intakeId` that stand for no intake. The API never gets them.
/** In a form without scripts, chooses the next start of the program that has a free place. */
export const NEXT_INTAKE = 'next';
export const OTHER_START_DATE = 'other';

// Names of boxes in the form. The API has no such fields.
/** The box for people who have no last name. */
export const ONE_NAME_BOX = 'oneName';
export const SAME_PHONE_BOX = 'samePhone';
export const SAME_PERSON_BOX = 'samePerson';

export const sameAnswerBoxLabels = {
  [SAME_PHONE_BOX]: 'Same phone as in step 1',
  [SAME_PERSON_BOX]: 'Same person as the guardian',
} as const;
type SameAnswerBox = keyof typeof sameAnswerBoxLabels;

/** For each box, which field it fills when it is ticked, and from which other field. The order matters. */
export const sameAnswerCopies: readonly (readonly [box: SameAnswerBox, to: FieldName, from: FieldName])[] = [
  [SAME_PHONE_BOX, 'guardianPhone', 'phone'],
  [SAME_PERSON_BOX, 'emergencyName', 'guardianName'],
  [SAME_PERSON_BOX, 'emergencyPhone', 'guardianPhone'],
];

/** Copies the answers of ticked boxes. A typed answer stays when the other field is empty. */
export function fillSameAnswers<Values extends Partial<Record<FieldName, unknown>>>(
  values: Values,
  boxes: Partial<Record<SameAnswerBox, unknown>>,
): Values {
  const filledValues = { ...values };
  for (const [box, to, from] of sameAnswerCopies)
    if (boxes[box] && filledValues[from]) filledValues[to] = filledValues[from];
  return filledValues;
}

/**
 * Name of the button that opens another step while the scripts have not loaded. The server then shows the page with
 * that step.
 */
export const STEP_FIELD = 'step';
export const oneNameLabels = { self: 'I have one name', child: 'My child has one name' } as const;

/**
 * Makes the body for the API from the values of the form. The last name is absent when it is empty and the box for
 * one name is not ticked.
 */
export function makeRegistrationBody(typed: Partial<Record<string, string>>): Record<FieldName, unknown> {
  const valuesWithCopiedAnswers = fillSameAnswers(typed, typed);
  return Object.fromEntries(
    registrationFields.map(({ name, kind, mayBeEmpty }) => {
      const fieldValue = valuesWithCopiedAnswers[name] ?? '';
      if (mayBeEmpty && !fieldValue.trim())
        return [name, valuesWithCopiedAnswers[ONE_NAME_BOX] ? '' : undefined];
      return [name, parseTypedValue(kind, fieldValue)];
    }),
  ) as Record<FieldName, unknown>;
}

type FirstAndLastName = { firstName: string; lastName: string };

export const joinFullName = ({ firstName, lastName }: FirstAndLastName): string =>
  [firstName, lastName].filter(Boolean).join(' ');

function parseTypedValue(kind: RegistrationField['kind'], value: string): unknown {
  if (kind === 'program') return Number(value) || 0;
  if (kind === 'intake') return Number(value) || null;
  return kind === 'check' ? value === 'true' : value;
}

/** Columns of the CSV file with their headings. */
export const exportColumns = {
  reference: 'Reference',
  status: 'Status',
  createdAt: 'Submitted',
  ...Object.fromEntries(
    registrationFields
      .filter(({ kind, health }) => !health && kind !== 'intake')
      .map(({ name, label, officeLabel = label }) => [name === 'programId' ? 'program' : name, officeLabel]),
  ),
  note: 'Note',
} as Record<ExportColumnName, string>;
export type ExportColumnName =
  | Exclude<FieldName, HealthFieldName | 'programId' | 'intakeId'>
  | 'reference'
  | 'status'
  | 'createdAt'
  | 'program'
  | 'note';
export const exportColumnNames = Object.keys(exportColumns) as ExportColumnName[];

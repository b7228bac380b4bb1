import { examplePhone, localPhones } from '../words/place.ts';

export const registrationSteps = [
  'Personal Information',
  'Program Selection',
  'Emergency Contact',
  'Medical Information',
  'Review & Submit',
] as const;

type Kind =
  /** `name` refuses links and long numbers, `line` is one line, `text` several. */
  | { kind: 'name' | 'line' | 'text'; max: number }
  | { kind: 'email' | 'phone' | 'day' | 'birthday' }
  /** Fields with special controls in the form. */
  | { kind: 'program' | 'intake' | 'check' };

export type RegistrationField = Kind & {
  name: string;
  label: string;
  /** Label on the office's sheet and heading of the CSV column, where `label` is too long. */
  officeLabel?: string;
  /** Name in a list of faults, where `label` is a sentence. */
  shortLabel?: string;
  /** Label on the office's sheet, where the heading of the section says the rest. */
  sheetLabel?: string;
  /** Shown between the label and the control of the form. */
  hint?: string;
  /** Instead of `hint`, where the site sends SMS. */
  hintWithSms?: string;
  /** Index in `registrationSteps`. */
  step: number;
  required?: true;
  /** An empty text is an answer too: "none". */
  mayBeEmpty?: true;
  /** Details of another person. A guardian's are required for a child, and not asked for others. */
  contact?: 'emergency' | 'guardian';
  /** Encrypted, shown only to accounts with the right, and never stored in the browser's draft. */
  health?: true;
  autoComplete?: string;
  /** In the form of a parent, where `label` would not say whose it is. */
  labelForChild?: string;
  /** For the browser of a parent who registers a child. */
  autoCompleteForChild?: string;
  /** For the API reference and the tests. */
  example: string | number | boolean;
};

/**
 * The fields of the registration, in the order of the form. Input, answers, both forms, the office's sheet,
 * the CSV file and the samples derive from this list. See docs/guides/add-a-registration-field.md.
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
type NamesOf<Part> = Extract<DeclaredField, Part>['name'];
export type HealthField = NamesOf<{ health: true }>;
type Controls = NamesOf<{ kind: 'program' | 'intake' | 'check' }>;
/** Stored in a column of the same name. */
export type PlainField = Exclude<FieldName, HealthField | Controls>;
export type ContactField<Contact> = Exclude<NamesOf<{ contact: Contact }>, Controls>;

export const registrationFields: readonly (RegistrationField & { name: FieldName })[] = fields;

const listFieldNames = <Name extends FieldName>(isWanted: (field: RegistrationField) => unknown) =>
  registrationFields.filter(isWanted).map(({ name }) => name as Name);

const isControl = ({ kind }: RegistrationField) =>
  kind === 'program' || kind === 'intake' || kind === 'check';

/** The answer of a field that nobody filled in. */
export type EmptyAnswer<Field> = Field extends { kind: 'email' } ? '' : null;
export const emptyAnswers = Object.fromEntries(
  fields.map(({ name, kind }) => [name, kind === 'email' ? '' : null]),
) as { [Field in DeclaredField as Field['name']]: EmptyAnswer<Field> };

export const healthFields = listFieldNames<HealthField>(({ health }) => health);
export const plainFields = listFieldNames<PlainField>((field) => !field.health && !isControl(field));
/** Without a consent, which stays when the contact is erased. */
export const contactFields = {
  emergency: listFieldNames<ContactField<'emergency'>>(({ contact }) => contact === 'emergency'),
  guardian: listFieldNames<ContactField<'guardian'>>(
    (field) => field.contact === 'guardian' && !isControl(field),
  ),
};

export type CorrectableField = Exclude<PlainField, NamesOf<{ kind: 'day' }>> | HealthField;
/** What the office corrects about a person. The course has a dialog of its own, and a consent is not the office's. */
export const correctableFields = listFieldNames<CorrectableField>(
  (field) => !isControl(field) && field.kind !== 'day',
);

// Values of the form's field `intakeId` that are no intake. The API gets neither.
/** In a form without scripts: the next start of the chosen program that has a free place. */
export const NEXT_INTAKE = 'next';
export const OTHER_DATE = 'other';

// Boxes of the form. The API has no such fields.
/** For people without a last name. */
export const ONE_NAME = 'oneName';
export const SAME_PHONE = 'samePhone';
export const SAME_PERSON = 'samePerson';

export const sameLabels = {
  [SAME_PHONE]: 'Same phone as in step 1',
  [SAME_PERSON]: 'Same person as the guardian',
} as const;
type SameBox = keyof typeof sameLabels;

/** The fields that a ticked box fills, in the order of filling, with the fields that they are copied from. */
export const sameAnswers: readonly (readonly [box: SameBox, to: FieldName, from: FieldName])[] = [
  [SAME_PHONE, 'guardianPhone', 'phone'],
  [SAME_PERSON, 'emergencyName', 'guardianName'],
  [SAME_PERSON, 'emergencyPhone', 'guardianPhone'],
];

/** What was typed stays where there is nothing to copy. */
export function fillSameAnswers<Values extends Partial<Record<FieldName, unknown>>>(
  values: Values,
  boxes: Partial<Record<SameBox, unknown>>,
): Values {
  const filled = { ...values };
  for (const [box, to, from] of sameAnswers) if (boxes[box] && filled[from]) filled[to] = filled[from];
  return filled;
}

/**
 * The button that opens another step while the scripts have not loaded. The server shows the page again with
 * this step.
 */
export const STEP_FIELD = 'step';
export const oneNameLabels = { self: 'I have one name', child: 'My child has one name' } as const;

/** The values of a form, as the API takes them. Without a last name and the box, the last name is absent. */
export function makeRegistrationBody(typed: Partial<Record<string, string>>): Record<FieldName, unknown> {
  const values = fillSameAnswers(typed, typed);
  return Object.fromEntries(
    registrationFields.map(({ name, kind, mayBeEmpty }) => {
      const value = values[name] ?? '';
      if (mayBeEmpty && !value.trim()) return [name, values[ONE_NAME] ? '' : undefined];
      return [name, parseTypedValue(kind, value)];
    }),
  ) as Record<FieldName, unknown>;
}

type Names = { firstName: string; lastName: string };

export const joinFullName = ({ firstName, lastName }: Names): string =>
  [firstName, lastName].filter(Boolean).join(' ');

function parseTypedValue(kind: RegistrationField['kind'], value: string): unknown {
  if (kind === 'program') return Number(value) || 0;
  if (kind === 'intake') return Number(value) || null;
  return kind === 'check' ? value === 'true' : value;
}

/** Columns of the CSV file, with their headings. */
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
  | Exclude<FieldName, HealthField | 'programId' | 'intakeId'>
  | 'reference'
  | 'status'
  | 'createdAt'
  | 'program'
  | 'note';
export const exportColumnNames = Object.keys(exportColumns) as ExportColumnName[];

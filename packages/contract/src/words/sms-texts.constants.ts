const smsPlaceholders = ['firstName', 'reference', 'program', 'status', 'place', 'startsOn', 'link'] as const;
export type SmsPlaceholder = (typeof smsPlaceholders)[number];

interface SmsTextDeclaration {
  label: string;
  /** When it is sent. */
  hint: string;
  /** Default text until the office writes its own. */
  text: string;
  /** The text may use only these. The sender must have a value for each. */
  placeholders: readonly SmsPlaceholder[];
}

/** SMS whose words the office writes. Settings, their defaults and the form derive from this list. */
export const smsTexts = {
  received: {
    label: 'Registration received',
    hint: 'Sent at once.',
    text: 'Thank you. We have your registration {reference}. Its status: {link}',
    // Anybody can cause it, so it repeats nothing that was typed
    placeholders: ['reference', 'program', 'status', 'place', 'startsOn', 'link'],
  },
  status: {
    label: 'Status changed',
    hint: 'Sent after every change.',
    text: '{firstName}, your registration {reference}: {status}. {place} {link}',
    placeholders: smsPlaceholders,
  },
  intakeSoon: {
    label: 'Intake starts soon',
    hint: 'Sent to accepted applicants three days before the start.',
    text: '{firstName}, {program} starts on {startsOn}. We look forward to seeing you.',
    placeholders: smsPlaceholders,
  },
  certificate: {
    label: 'Certificate issued',
    hint: 'Sent with every certificate, also a corrected one. The link checks it.',
    text: '{firstName}, your certificate is issued. Whoever opens this link sees that it is genuine: {link}',
    placeholders: ['firstName', 'reference', 'program', 'link'],
  },
} as const satisfies Record<string, SmsTextDeclaration>;
export type SmsTextName = keyof typeof smsTexts;

/** A value for each placeholder of a text. */
export type SmsValues<Name extends SmsTextName = SmsTextName> = Record<
  (typeof smsTexts)[Name]['placeholders'][number],
  string
>;

/** Maps each of these SMS to a value. */
export const mapSmsTexts = <Value>(make: (text: SmsTextDeclaration) => Value): Record<SmsTextName, Value> =>
  Object.fromEntries(Object.entries(smsTexts).map(([name, text]) => [name, make(text)])) as Record<
    SmsTextName,
    Value
  >;

export const smsTextDefaults: Record<SmsTextName, string> = mapSmsTexts(({ text }) => text);

const smsPlaceholders = ['firstName', 'reference', 'program', 'status', 'place', 'startsOn', 'link'] as const;
export type SmsPlaceholder = (typeof smsPlaceholders)[number];

interface SmsTextDeclaration {
  label: string;
  /** Says in the settings when the SMS is sent. */
  hint: string;
  /** The text that is sent until the office writes another one. */
  text: string;
  /** Placeholders that the text may use. The sender must have a value for each of them. */
  placeholders: readonly SmsPlaceholder[];
}

/** SMS whose texts the office writes. The settings, their defaults and the form derive from this list. */
export const smsTexts = {
  received: {
    label: 'Registration received',
    hint: 'Sent at once. A sentence about missing documents follows, where two SMS have room for it.',
    text: 'Thank you. We have your registration {reference}. Its status: {link}',
    // This SMS repeats nothing that was typed, because anybody can cause it
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

/** Values for the placeholders of a text. */
export type SmsValues<Name extends SmsTextName = SmsTextName> = Record<
  (typeof smsTexts)[Name]['placeholders'][number],
  string
>;

/** Makes an object with a value for each of these SMS. */
export const mapSmsTexts = <Value>(make: (text: SmsTextDeclaration) => Value): Record<SmsTextName, Value> =>
  Object.fromEntries(Object.entries(smsTexts).map(([name, text]) => [name, make(text)])) as Record<
    SmsTextName,
    Value
  >;

export const smsTextDefaults: Record<SmsTextName, string> = mapSmsTexts(({ text }) => text);

interface SmsTextDeclaration {
  label: string;
  /** When it is sent. */
  hint: string;
  /** Stands until the office writes its own. */
  text: string;
}

/** SMS whose words the office writes. Settings, their defaults and the form derive from this list. */
export const smsTexts = {
  received: {
    label: 'Registration received',
    hint: 'Sent at once.',
    text: 'Thank you, {firstName}. We have your registration {reference}. Its status: {link}',
  },
  status: {
    label: 'Status changed',
    hint: 'Sent after every change.',
    text: '{firstName}, your registration {reference}: {status}. {place} {link}',
  },
  intakeSoon: {
    label: 'Intake starts soon',
    hint: 'Sent to accepted applicants three days before the start.',
    text: '{firstName}, {program} starts on {startsOn}. We look forward to seeing you.',
  },
  certificate: {
    label: 'Certificate issued',
    hint: 'Sent with every certificate, also a corrected one. The link checks it.',
    text: '{firstName}, your certificate is issued. Whoever opens this link sees that it is genuine: {link}',
  },
} as const satisfies Record<string, SmsTextDeclaration>;
export type SmsTextName = keyof typeof smsTexts;

/** Something for each of these SMS. */
export const eachSmsText = <Value>(make: (text: SmsTextDeclaration) => Value): Record<SmsTextName, Value> =>
  Object.fromEntries(Object.entries(smsTexts).map(([name, text]) => [name, make(text)])) as Record<
    SmsTextName,
    Value
  >;

export const smsTextDefaults: Record<SmsTextName, string> = eachSmsText(({ text }) => text);

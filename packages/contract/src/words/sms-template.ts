import { type Sms, toSms } from './sms-text.ts';
import type { SmsPlaceholder } from './sms-texts.constants.ts';
import { truncate } from './text.ts';

export const smsLimits = { template: 300, ending: 20, office: 1000 } as const;

/** Longest value in an SMS. A longer one is cut, so that the link at the end of the message is kept. */
const MAX_VALUE_LENGTH = 50;

type SmsPlaceholderValues = Partial<Record<SmsPlaceholder, string>>;

interface SmsParts {
  /** Adds how the recipient can end the SMS. */
  saysStop: boolean;
  /** A sentence that follows the text, where the SMS has room for it. */
  addition?: string | undefined;
}

/** Fills in a template. Without `values` the text has no placeholders. */
export function writeSms(
  template: string,
  values: SmsPlaceholderValues | undefined,
  ending: string,
  { saysStop, addition }: SmsParts,
): Sms {
  const filledText = values ? fillSmsTemplate(template, values) : template;
  const textWithSingleSpaces = filledText.replace(/ {2,}/g, ' ').trim();
  const endingText = `${saysStop ? ' Reply STOP to end.' : ''}${ending && ` - ${ending}`}`;
  const sms = toSms(textWithSingleSpaces, endingText);
  if (!addition) return sms;
  const longerSms = toSms(`${textWithSingleSpaces} ${addition}`, endingText);
  return longerSms.isCut || longerSms.encoding !== sms.encoding ? sms : longerSms;
}

/** Fills in values. A placeholder without a value is left out with the space before it. */
const fillSmsTemplate = (template: string, values: SmsPlaceholderValues): string =>
  template.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    const placeholderValue = new Map(Object.entries(values)).get(name);
    if (!placeholderValue) return '';
    return space + (name === 'link' ? placeholderValue : truncate(placeholderValue, MAX_VALUE_LENGTH));
  });

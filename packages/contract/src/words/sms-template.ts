import { type Sms, toSms } from './sms-text.ts';
import type { SmsPlaceholder } from './sms-texts.constants.ts';
import { truncate } from './text.ts';

export const smsLimits = { template: 300, ending: 20, office: 1000 } as const;

/** A longer value is cut, because the end of the message has the link. */
const LONGEST_VALUE = 50;

type Values = Partial<Record<SmsPlaceholder, string>>;

/** Fills in a template; a text without `values` is finished. `saysStop` adds how to end them. */
export function writeSms(
  template: string,
  values: Values | undefined,
  ending: string,
  { saysStop }: { saysStop: boolean },
): Sms {
  const text = values ? fillTemplate(template, values) : template;
  const tidy = text.replace(/ {2,}/g, ' ').trim();
  return toSms(tidy, `${saysStop ? ' Reply STOP to end.' : ''}${ending && ` - ${ending}`}`);
}

/** A placeholder without a value is left out, with the space before it. */
const fillTemplate = (template: string, values: Values): string =>
  template.replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => {
    const value = new Map(Object.entries(values)).get(name);
    if (!value) return '';
    return space + (name === 'link' ? value : truncate(value, LONGEST_VALUE));
  });

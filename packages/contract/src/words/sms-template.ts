import { type Sms, toSms } from './sms-text.ts';
import { fillTemplate, truncate } from './text.ts';

export const smsPlaceholders = [
  'firstName',
  'reference',
  'program',
  'status',
  'place',
  'startsOn',
  'link',
] as const;
export type SmsPlaceholder = (typeof smsPlaceholders)[number];

export const smsLimits = { template: 300, ending: 20, office: 1000 } as const;

/** A longer value is cut, because the end of the message has the link. */
const LONGEST_VALUE = 50;

/**
 * Fills in a template. A placeholder without a value stays, so a finished text needs no values. `saysStop` adds
 * how to end them.
 */
export function writeSms(
  template: string,
  { link, ...values }: Partial<Record<SmsPlaceholder, string>>,
  ending: string,
  { saysStop }: { saysStop: boolean },
): Sms {
  const short = Object.entries(values).map(([name, value]) => [name, truncate(value, LONGEST_VALUE)]);
  const text = fillTemplate(template, { ...Object.fromEntries(short), ...(link && { link }) });
  // An empty value leaves two spaces
  const tidy = text.replace(/ {2,}/g, ' ').trim();
  return toSms(tidy, `${saysStop ? ' Reply STOP to end.' : ''} - ${ending}`);
}

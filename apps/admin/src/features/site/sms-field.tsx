import { writeSms } from '@institute/contract/sms-template';
import type { SmsPlaceholder } from '@institute/contract/sms-texts.constants';
import { toAcronym } from '@institute/contract/text';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useSite } from '../../api/site.ts';
import { LongTextField } from '../../forms/fields.tsx';
import { describeSmsLength } from '../../forms/sms-words.ts';

const sampleReference = 'REG-2026-000123';
const makeExampleValues = (): Record<SmsPlaceholder, string> => ({
  firstName: 'Nakato',
  reference: sampleReference,
  program: 'Fashion and Garment Design',
  status: 'waiting list',
  place: 'You are number 2 on the waiting list.',
  startsOn: '1 Feb 2027',
  link: `${location.origin}/s/${sampleReference}`,
});

type SmsFieldProps = {
  name: string;
  label: string;
  required: boolean;
  hint: string | undefined;
  readOnly: boolean;
};

export function SmsField({ hint, ...props }: SmsFieldProps) {
  const { institute } = useSite();
  const [template, ending]: string[] = useWatch({ name: [props.name, 'messages.smsEnding'] });
  const writtenSms = writeSms(template ?? '', makeExampleValues(), ending || toAcronym(institute.name), {
    saysStop: false,
  });
  return (
    <div className="flex flex-col gap-1.5">
      <LongTextField<FieldValues> {...props} rows={3} hint={`${hint} ${describeSmsLength(writtenSms)}`} />
      <p className="wrap-anywhere text-sm text-muted">For example: {writtenSms.text}</p>
    </div>
  );
}

import { queueText, statusWords } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import type { SmsContext, SmsText } from '../../sms/sms.ts';
import type { SmsKinds } from '../outbox/outgoing-message.entity.ts';
import { RegistrationEntity } from './registration.entity.ts';

type Told = Pick<SmsKinds['registration-status'], 'firstName' | 'reference' | 'status' | 'place'>;

export const receivedSms = async (
  { firstName, reference }: SmsKinds['registration-received'],
  context: SmsContext,
): Promise<SmsText> => ({
  template: context.site.messages.sms.received,
  values: await valuesOf({ firstName, reference, status: 'new' }, context),
});

export const statusSms = async (
  told: SmsKinds['registration-status'],
  context: SmsContext,
): Promise<SmsText> => ({
  template: context.site.messages.sms.status,
  values: await valuesOf(told, context),
});

export const intakeSoonSms = async (
  { firstName, reference, program, startsOn }: SmsKinds['intake-soon'],
  context: SmsContext,
): Promise<SmsText> => ({
  template: context.site.messages.sms.intakeSoon,
  values: {
    ...(await valuesOf({ firstName, reference, status: 'accepted' }, context)),
    program,
    startsOn: formatDate(startsOn),
  },
});

async function valuesOf({ firstName, reference, status, place }: Told, { em, publicUrl }: SmsContext) {
  const row = await em.findOne(
    RegistrationEntity,
    { reference },
    {
      populate: ['program'],
      fields: ['startDay', 'program.name'],
      disableIdentityMap: true,
    },
  );
  return {
    firstName,
    reference,
    program: row?.program?.name ?? '',
    status: statusWords[status],
    place: place ? queueText(place) : '',
    startsOn: row?.startDay ? formatDate(row.startDay) : '',
    link: `${publicUrl}/s/${reference}`,
  };
}

import { isMinor } from '@institute/contract/age';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import type { TxCtx } from '../../../context.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import {
  type ApplicantAddresses,
  queueMessage,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { contactChangedMessage } from './registration.messages.ts';

interface ApplicantContact extends ApplicantAddresses {
  guardian: string | null;
}

type ContactColumns = Pick<RegistrationRow, 'email' | 'phoneInternational' | 'guardianPhone'>;

export const toContact = ({
  email,
  phoneInternational,
  guardianPhone,
}: ContactColumns): ApplicantContact => ({
  email: email ?? null,
  number: phoneInternational ?? null,
  guardian: (guardianPhone && parseInternationalPhone(guardianPhone)?.number) || null,
});

interface SmsContact {
  /** Phone in international form. */
  number: string | null;
  guardianPhone: string | null;
  dateOfBirth: string | null;
}

/** Chooses the phone for an SMS about somebody: for a minor the guardian's. */
export function chooseSmsContact({ number, guardianPhone, dateOfBirth }: SmsContact, today: string) {
  const isMinorWithGuardian = guardianPhone && dateOfBirth && isMinor(dateOfBirth, today);
  const guardianNumber = isMinorWithGuardian ? parseInternationalPhone(guardianPhone)?.number : null;
  return { number: guardianNumber ?? number, isGuardians: Boolean(guardianNumber) };
}

/** Tells the former and the new contact, so that nobody can divert an applicant's messages unnoticed. */
export async function queueContactMessages(
  tx: TxCtx,
  row: RegistrationRow,
  former: ApplicantContact,
): Promise<void> {
  const currentContact = toContact(row);
  const isSameValue = (name: keyof ApplicantContact) => former[name] === currentContact[name];
  if (isSameValue('email') && isSameValue('number') && isSameValue('guardian')) return;
  const { smsTo } = (await getSite(tx)).view.messages;
  const data = { reference: row.reference ?? '' };
  const applicantMessages =
    isSameValue('email') && isSameValue('number')
      ? []
      : [former, currentContact].flatMap((contact) =>
          writeToApplicant(contact, smsTo, contactChangedMessage, data),
        );
  const guardians =
    isSameValue('guardian') || smsTo === 'never' ? [] : [former.guardian, currentContact.guardian];
  const guardianMessages = guardians.flatMap((recipient) =>
    recipient ? [contactChangedMessage.sms({ recipient, data })] : [],
  );
  for (const message of removeRepeatedMessages([...applicantMessages, ...guardianMessages]))
    await queueMessage(tx, message);
}

/** Leaves one message for each recipient, who may be both applicant and guardian. */
export const removeRepeatedMessages = (messages: readonly QueuedMessage[]): QueuedMessage[] => [
  ...new Map(messages.map((message) => [`${message.channel} ${message.recipient}`, message])).values(),
];

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
  guardianPhone: string | null | undefined;
  dateOfBirth: string | null | undefined;
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
  const isContactFieldUnchanged = (name: keyof ApplicantContact) => former[name] === currentContact[name];
  if (
    isContactFieldUnchanged('email') &&
    isContactFieldUnchanged('number') &&
    isContactFieldUnchanged('guardian')
  )
    return;
  const { smsTo } = (await getSite(tx)).view.messages;
  const messageData = { reference: row.reference ?? '' };
  const applicantMessages =
    isContactFieldUnchanged('email') && isContactFieldUnchanged('number')
      ? []
      : [former, currentContact].flatMap((contact) =>
          writeToApplicant(contact, smsTo, contactChangedMessage, messageData),
        );
  const guardianNumbers =
    isContactFieldUnchanged('guardian') || smsTo === 'never'
      ? []
      : [former.guardian, currentContact.guardian];
  const guardianMessages = guardianNumbers.flatMap((recipient) =>
    recipient ? [contactChangedMessage.sms({ recipient, data: messageData })] : [],
  );
  for (const message of removeRepeatedMessages([...applicantMessages, ...guardianMessages]))
    await queueMessage(tx, message);
}

/** Leaves one message for each recipient, who may be both applicant and guardian. */
export const removeRepeatedMessages = (messages: readonly QueuedMessage[]): QueuedMessage[] => [
  ...new Map(messages.map((message) => [`${message.channel} ${message.recipient}`, message])).values(),
];

import { isMinor } from '@institute/contract/age';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import type { TxCtx } from '../../../context.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { type Addresses, queueMessage, writeToApplicant } from '../../platform/outbox/outbox.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { contactChangedMessage } from './registration.messages.ts';

interface Contact extends Addresses {
  guardian: string | null;
}

type ContactColumns = Pick<RegistrationRow, 'email' | 'phoneInternational' | 'guardianPhone'>;

export const toContact = ({ email, phoneInternational, guardianPhone }: ContactColumns): Contact => ({
  email: email ?? null,
  number: phoneInternational ?? null,
  guardian: (guardianPhone && parseInternationalPhone(guardianPhone)?.number) || null,
});

interface SmsContact {
  /** In international form. */
  number: string | null;
  guardianPhone: string | null;
  dateOfBirth: string | null;
}

/** Where an SMS about somebody goes: the guardian's phone takes the place of a minor's. */
export function chooseSmsContact({ number, guardianPhone, dateOfBirth }: SmsContact, today: string) {
  const isMinors = guardianPhone && dateOfBirth && isMinor(dateOfBirth, today);
  const guardian = isMinors ? parseInternationalPhone(guardianPhone)?.number : null;
  return { number: guardian ?? number, isGuardians: Boolean(guardian) };
}

/** Tells the former and the new contact, so that nobody diverts somebody's messages unnoticed. */
export async function queueContactMessages(tx: TxCtx, row: RegistrationRow, former: Contact): Promise<void> {
  const current = toContact(row);
  const isSameValue = (name: keyof Contact) => former[name] === current[name];
  if (isSameValue('email') && isSameValue('number') && isSameValue('guardian')) return;
  const { smsTo } = (await getSite(tx)).view.messages;
  const data = { reference: row.reference ?? '' };
  const ofApplicant =
    isSameValue('email') && isSameValue('number')
      ? []
      : [former, current].flatMap((contact) => writeToApplicant(contact, smsTo, contactChangedMessage, data));
  const guardians = isSameValue('guardian') || smsTo === 'never' ? [] : [former.guardian, current.guardian];
  const toGuardians = guardians.flatMap((recipient) =>
    recipient ? [contactChangedMessage.sms({ recipient, data })] : [],
  );
  for (const message of removeRepeats([...ofApplicant, ...toGuardians])) await queueMessage(tx, message);
}

/** Somebody in several roles, such as applicant and guardian, gets one message. */
export const removeRepeats = (messages: readonly QueuedMessage[]): QueuedMessage[] => [
  ...new Map(messages.map((message) => [`${message.channel} ${message.recipient}`, message])).values(),
];

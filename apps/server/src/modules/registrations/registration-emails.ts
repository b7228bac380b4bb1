import { queueText, type RegistrationStatus, statusWords } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import type { Email, EmailContext } from '../../email/email.ts';
import { type QueuedEmail, takeBackStatusEmails } from '../outbox/outbox.service.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';
import { placesInQueue } from './registration-intake.service.ts';

export const statusLines = {
  new: 'We have received your application and will look at it soon.',
  reviewing: 'We are looking at your application now and will contact you.',
  waiting: 'All places are taken at the moment. We will write to you as soon as one is free.',
  accepted: 'Congratulations, there is a place for you. We will contact you about the next steps.',
  rejected: 'We are sorry that we cannot offer you a place this time. Please call us if you have questions.',
  withdrawn: 'Your application was withdrawn. Please call us if this is not what you wanted.',
} as const;

export const receivedEmail = (
  { firstName, reference, program }: EmailKinds['registration-received'],
  { site, publicUrl }: Pick<EmailContext, 'site' | 'publicUrl'>,
): Email => ({
  subject: `We have received your registration ${reference}`,
  heading: `Thank you, ${firstName}`,
  paragraphs: [
    `Your registration has reached ${site.institute.name}. We will review it and contact you.`,
    'Please keep your reference. With it and your phone number you can see where your application stands.',
  ],
  facts: [
    ['Reference', reference],
    ['Program', program],
  ],
  action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
  ending: 'If you did not send this registration, please tell us.',
});

export const forOfficeEmail = (
  { reference, program }: EmailKinds['registration-for-office'],
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email => ({
  subject: `New registration ${reference}`,
  heading: `New registration ${reference}`,
  paragraphs: ['A new registration has come in. Its details are in the admin area only.'],
  facts: [['Program', program]],
  action: {
    label: 'Open the registration',
    url: `${publicUrl}/admin/registrations?q=${encodeURIComponent(reference)}`,
  },
});

export const statusEmail = (
  { firstName, reference, status, place, more = [] }: EmailKinds['registration-status'],
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email => ({
  subject: `Your registration ${reference}: ${statusWords[status]}`,
  heading: `Hello ${firstName}`,
  paragraphs: [statusLines[status], ...(place ? [queueText(place)] : [])],
  facts: [{ reference, status, place }, ...more].flatMap((one) => [
    ['Reference', one.reference],
    ['Status', one.place ? `${statusWords[one.status]}, number ${one.place}` : statusWords[one.status]],
  ]),
  action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
});

export interface StatusChange {
  id: number;
  reference: string;
  firstName: string;
  /** Null: this applicant gets no email. */
  email: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface Options {
  sendAt?: Date;
  keepsPlace?: boolean;
}

/**
 * One email for each applicant with all changed registrations. It replaces unsent emails about an earlier
 * status, which could arrive later. Nobody is told the same status twice.
 */
export async function statusEmails(
  tx: TxCtx,
  changes: readonly StatusChange[],
  { sendAt = tx.now(), keepsPlace = false }: Options = {},
): Promise<QueuedEmail[]> {
  const takenBack = await takeBackStatusEmails(
    tx,
    changes.map(({ reference }) => reference),
  );
  const untold = changes
    .map((change) => ({ told: change.from, busyUntil: null, ...change, ...takenBack.get(change.reference) }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
  const waiting = untold.filter(({ to }) => to === 'waiting').map(({ id }) => id);
  const places = waiting.length > 0 ? await placesInQueue(tx, waiting) : new Map<number, number>();
  const stateOf = ({ id, firstName, reference, to: status, told }: (typeof untold)[number]) => {
    const place = places.get(id);
    return { firstName, reference, status, told, ...(place && { place }) };
  };
  const byApplicant = Map.groupBy(untold, ({ email }) => email?.toLowerCase());
  return [...byApplicant.values()].flatMap((all): QueuedEmail[] => {
    const [first, ...others] = all;
    if (!first?.email) return [];
    const data = { ...stateOf(first), ...(others.length > 0 && { more: others.map(stateOf) }) };
    // after emails that may be under way, because this one could overtake them
    const nextTryAt = new Date(
      Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)),
    );
    return [{ kind: 'registration-status', recipient: first.email, data, nextTryAt }];
  });
}

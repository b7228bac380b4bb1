import { readCertificateNumber } from '@institute/contract/certificates.constants';
import { countItems } from '@institute/contract/count-items';
import { toComparablePhone } from '@institute/contract/international-phone';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { hasRight, refuseUnconfirmed } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { eraseOutgoingAbout, listOutgoingTo } from '../../platform/outbox/outbox-erasure.service.ts';
import { writeMessageWords } from '../../platform/outbox/outbox-list.service.ts';
import { forgetSmsNumbers } from '../../platform/outbox/sms/sms-number.service.ts';
import { eraseNotices, listNoticesAbout } from '../../platform/payments/payment-notice.service.ts';
import { listGivenDocuments } from '../../school/applicant-documents/document-erasure.service.ts';
import {
  eraseHolders,
  listCertificatesAbout,
  lockCertificates,
} from '../../school/certificates/certificate.service.ts';
import { listContactMessagesFrom } from '../../school/contact-messages/contact-message.service.ts';
import { listDonationsBy } from '../../school/donations/donation-erasure.service.ts';
import { listLines } from '../../school/fees/accounts/fee-line.service.ts';
import { removePayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { listWaitingAbout } from '../../school/fees/import/waiting-line.service.ts';
import { removeSubscriber } from '../../school/newsletter/newsletter.service.ts';
import { findSubscription } from '../../school/newsletter/subscriber-list.service.ts';
import {
  eraseContacts,
  eraseFormerContacts,
  listRegistrationsAbout,
} from '../../school/registrations/registration-privacy.service.ts';
import { anonymiseDonations, eraseMessages, eraseRegistrations } from './erasure.service.ts';
import { recordErasures } from './erasure-record.service.ts';

/**
 * `email` is in lower case. `recipient` gets our messages: the address, or the phone in international form. The number
 * of a certificate is no address.
 */
function toPersonSearch(person: string) {
  const certificate = readCertificateNumber(person) ?? null;
  if (certificate) return { email: null, phone: null, recipient: certificate, certificate };
  if (person.includes('@')) {
    const email = person.toLowerCase();
    return { email, phone: null, recipient: email, certificate };
  }
  const phone = toComparablePhone(person);
  return { email: null, phone, recipient: `+${phone}`, certificate };
}

const listFees = async (ctx: Pick<Ctx, 'em'>, registrations: number[], phone: string | null) => ({
  ...(await listLines(ctx, registrations, phone)),
  waiting: await listWaitingAbout(ctx, registrations, phone),
});

async function collectData(ctx: Pick<Ctx, 'em' | 'actor' | 'config' | 'messageKinds'>, person: string) {
  const search = toPersonSearch(person);
  const { email, recipient } = search;
  const about = await listRegistrationsAbout(ctx, search);
  const references = about.registrations.map(({ reference }) => reference);
  const emails = await listOutgoingTo(ctx, { recipient, references });
  const donations = await listDonationsBy(ctx, search);
  return {
    ...about,
    certificates: await listCertificatesAbout(ctx, {
      registrations: listIds(about.registrations),
      number: search.certificate,
    }),
    documents: await listGivenDocuments(ctx, listIds(about.registrations)),
    messages: await listContactMessagesFrom(ctx, recipient),
    donations,
    notices: await listNoticesAbout(ctx, {
      txRefs: donations.map(({ txRef }) => txRef),
      emails: [email, ...donations.map((donation) => donation.email)],
      phones: [search.phone, ...donations.map(({ phone }) => phone)],
    }),
    fees: hasRight(ctx, 'fees') ? await listFees(ctx, listIds(about.registrations), search.phone) : null,
    subscription: email ? await findSubscription(ctx, email) : null,
    emails: emails.map((message) => ({
      kind: message.kind,
      state: message.state,
      createdAt: message.createdAt.toISOString(),
      sentAt: message.sentAt?.toISOString() ?? null,
      ...readMessageWords(ctx, message),
    })),
  };
}

/** Only messages that somebody wrote by hand have them. */
function readMessageWords(ctx: Pick<Ctx, 'messageKinds'>, message: Parameters<typeof writeMessageWords>[1]) {
  const text = writeMessageWords(ctx, message);
  return text === null ? {} : { text };
}

export type PersonData = Awaited<ReturnType<typeof collectData>>;

/** Leaves out what people wrote. Enough to recognise the person. */
export async function findPerson(ctx: Ctx, person: string) {
  const data = await collectData(ctx, person);
  await recordDone(ctx, 'view', `Looked up a person's data: ${describeCounts(data)}`);
  return {
    registrations: data.registrations.map(({ id, reference, status, createdAt, ...person }) => ({
      id,
      reference,
      name: joinFullName(person),
      status,
      createdAt,
    })),
    certificates: data.certificates.map(({ id, number, holder, state }) => ({ id, number, holder, state })),
    namedIn: data.namedIn.map(({ reference }) => reference),
    messages: data.messages.map(({ id, name, subject, createdAt }) => ({ id, name, subject, createdAt })),
    donations: data.donations.map(({ id, name, amount, currency, receiptNumber, createdAt }) => ({
      id,
      name,
      amount,
      currency,
      receiptNumber,
      createdAt,
    })),
    feePayments: (data.fees?.payments ?? []).map(({ id, amount, receivedOn, receiptNumber }) => ({
      id,
      amount,
      receivedOn,
      receiptNumber,
    })),
    notices: data.notices.length,
    subscription: data.subscription?.state ?? null,
    emails: data.emails.length,
  };
}

/** The log records every registration whose medical information is exported. */
export async function exportPerson(ctx: Ctx, person: string): Promise<PersonData> {
  refuseUnconfirmed(ctx);
  const data = await collectData(ctx, person);
  const medicalOf =
    hasRight(ctx, 'health') && data.registrations.length > 0 ? listIds(data.registrations) : null;
  await recordDone(ctx, 'export', `Exported a person's data: ${describeCounts(data)}`, medicalOf);
  return data;
}

export const erasePerson = (ctx: Ctx, person: string): Promise<{ erased: string }> =>
  withContentChange(ctx, async (tx) => {
    refuseUnconfirmed(tx);
    const search = toPersonSearch(person);
    const { phone, recipient, certificate } = search;
    // Lock certificates before they are collected, because a certificate that is found by its number has no lock of a
    // registration
    if (certificate) await lockCertificates(tx);
    const data = await collectData(tx, person);
    const registrations = listIds(data.registrations);
    // Certificates still name their registrations here
    await eraseHolders(tx, { registrations, certificates: listIds(data.certificates) });
    await eraseRegistrations(tx, registrations);
    if (phone) {
      const { emergency, guardian } = await eraseContacts(tx, phone);
      await recordErasures(tx, 'emergency', emergency);
      await recordErasures(tx, 'guardian', guardian);
      await recordErasures(tx, 'payer', await removePayers(tx, { phone }));
    }
    await recordErasures(tx, 'former', await eraseFormerContacts(tx, search));
    await eraseMessages(tx, listIds(data.messages));
    await anonymiseDonations(tx, listIds(data.donations));
    if (data.subscription) await removeSubscriber(tx, data.subscription.id);
    await eraseNotices(tx, listIds(data.notices));
    await recordErasures(tx, 'certificate', listIds(data.certificates));
    await recordErasures(tx, 'newsletter', data.subscription ? [data.subscription.id] : []);
    await recordErasures(tx, 'notice', listIds(data.notices));
    await recordErasures(tx, 'outgoing', await eraseOutgoingAbout(tx, { recipient }));
    if (phone) await forgetSmsNumbers(tx, [recipient]);
    const erased = describeCounts(data);
    await recordPersonActivity(tx, 'purge', `Erased a person's data: ${erased}`);
    return { erased };
  });

function describeCounts(data: PersonData): string {
  return [
    countItems(data.registrations.length, 'registration'),
    ...(data.certificates.length > 0 ? [countItems(data.certificates.length, 'certificate')] : []),
    countItems(data.messages.length, 'message'),
    countItems(data.donations.length, 'donation'),
    ...(data.fees?.payments.length ? [countItems(data.fees.payments.length, 'fee payment')] : []),
    countItems(data.notices.length, 'payment notice'),
    data.subscription ? '1 newsletter address' : 'no newsletter address',
    countItems(data.emails.length, 'email'),
  ].join(', ');
}

type PersonAction = 'view' | 'export' | 'purge';
const recordDone = (ctx: Ctx, type: PersonAction, description: string, medicalOf: number[] | null = null) =>
  runInTransaction(ctx, (tx) => recordPersonActivity(tx, type, description, medicalOf));
/** Stores neither the address nor the number. */
const recordPersonActivity = (
  tx: TxCtx,
  type: PersonAction,
  description: string,
  medicalOf: number[] | null = null,
) => recordActivity(tx, { type, entityType: 'registration', entityId: null, description, medicalOf });

import { readCertificateNumber } from '@institute/contract/certificates.constants';
import { countItems } from '@institute/contract/count-items';
import { toComparablePhone } from '@institute/contract/international-phone';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { hasRight, refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { eraseMessagesAbout, listMessagesToPerson } from '../../platform/outbox/outbox-erasure.service.ts';
import { writeMessageWords } from '../../platform/outbox/outbox-list.service.ts';
import { forgetSmsNumbers } from '../../platform/outbox/sms/sms-number.service.ts';
import { erasePaymentNotices, listNoticesAbout } from '../../platform/payments/payment-notice.service.ts';
import { listGivenDocuments } from '../../school/applicant-documents/document-copy.service.ts';
import {
  eraseHolders,
  listCertificatesAbout,
  lockCertificates,
} from '../../school/certificates/certificate.service.ts';
import { listContactMessagesFrom } from '../../school/contact-messages/contact-message.service.ts';
import { listDonationsOfPerson } from '../../school/donations/donation-erasure.service.ts';
import { listChargesAndPayments } from '../../school/fees/accounts/fee-line.service.ts';
import { removePayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { listWaitingLinesAbout } from '../../school/fees/import/waiting-line.service.ts';
import { removeSubscriber } from '../../school/newsletter/newsletter.service.ts';
import { findSubscription } from '../../school/newsletter/subscriber-list.service.ts';
import {
  eraseContacts,
  eraseFormerContacts,
  listRegistrationsOfPerson,
} from '../../school/registrations/registration-privacy.service.ts';
import { anonymiseDonations, eraseMessages, eraseRegistrations } from './erasure.service.ts';
import { recordErasures } from './erasure-record.service.ts';

/**
 * `email` is in lower case. `recipient` is where our messages go: an email address, or a phone number in
 * international form. For the number of a certificate, `recipient` is that number and matches no message.
 */
function toPersonSearch(person: string) {
  const certificateNumber = readCertificateNumber(person) ?? null;
  if (certificateNumber)
    return { email: null, phone: null, recipient: certificateNumber, certificate: certificateNumber };
  if (person.includes('@')) {
    const email = person.toLowerCase();
    return { email, phone: null, recipient: email, certificate: certificateNumber };
  }
  const comparablePhone = toComparablePhone(person);
  return {
    email: null,
    phone: comparablePhone,
    recipient: `+${comparablePhone}`,
    certificate: certificateNumber,
  };
}

const listFees = async (ctx: Pick<Ctx, 'em'>, registrations: number[], phone: string | null) => ({
  ...(await listChargesAndPayments(ctx, registrations, phone)),
  waiting: await listWaitingLinesAbout(ctx, registrations, phone),
});

async function collectPersonData(ctx: Pick<Ctx, 'em' | 'actor' | 'config' | 'messageKinds'>, person: string) {
  const personSearch = toPersonSearch(person);
  const { email, recipient } = personSearch;
  const personRecords = await listRegistrationsOfPerson(ctx, personSearch);
  const registrationReferences = personRecords.registrations.map(({ reference }) => reference);
  const messagesToPerson = await listMessagesToPerson(ctx, { recipient, references: registrationReferences });
  const donationsOfPerson = await listDonationsOfPerson(ctx, personSearch);
  return {
    ...personRecords,
    certificates: await listCertificatesAbout(ctx, {
      registrations: listIds(personRecords.registrations),
      number: personSearch.certificate,
    }),
    documents: await listGivenDocuments(ctx, listIds(personRecords.registrations)),
    messages: await listContactMessagesFrom(ctx, recipient),
    donations: donationsOfPerson,
    notices: await listNoticesAbout(ctx, {
      txRefs: donationsOfPerson.map(({ txRef }) => txRef),
      emails: [email, ...donationsOfPerson.map((donation) => donation.email)],
      phones: [personSearch.phone, ...donationsOfPerson.map(({ phone }) => phone)],
    }),
    fees: hasRight(ctx, 'fees')
      ? await listFees(ctx, listIds(personRecords.registrations), personSearch.phone)
      : null,
    subscription: email ? await findSubscription(ctx, email) : null,
    emails: messagesToPerson.map((message) => ({
      kind: message.kind,
      state: message.state,
      createdAt: message.createdAt.toISOString(),
      sentAt: message.sentAt?.toISOString() ?? null,
      ...readMessageWords(ctx, message),
    })),
  };
}

/** Only messages that somebody wrote by hand have a text here. */
function readMessageWords(ctx: Pick<Ctx, 'messageKinds'>, message: Parameters<typeof writeMessageWords>[1]) {
  const messageText = writeMessageWords(ctx, message);
  return messageText === null ? {} : { text: messageText };
}

export type PersonData = Awaited<ReturnType<typeof collectPersonData>>;

/** Leaves out the texts that people wrote, because the rest is enough to recognise the person. */
export async function findPerson(ctx: Ctx, person: string) {
  const personData = await collectPersonData(ctx, person);
  await recordPersonAction(ctx, 'view', `Looked up a person's data: ${describeCounts(personData)}`);
  return {
    registrations: personData.registrations.map(({ id, reference, status, createdAt, ...person }) => ({
      id,
      reference,
      name: joinFullName(person),
      status,
      createdAt,
    })),
    certificates: personData.certificates.map(({ id, number, holder, state }) => ({
      id,
      number,
      holder,
      state,
    })),
    namedIn: personData.namedIn.map(({ reference }) => reference),
    documents: personData.documents && countGivenPages(personData.documents),
    messages: personData.messages.map(({ id, name, subject, createdAt }) => ({
      id,
      name,
      subject,
      createdAt,
    })),
    donations: personData.donations.map(({ id, name, amount, currency, receiptNumber, createdAt }) => ({
      id,
      name,
      amount,
      currency,
      receiptNumber,
      createdAt,
    })),
    feePayments: (personData.fees?.payments ?? []).map(({ id, amount, receivedOn, receiptNumber }) => ({
      id,
      amount,
      receivedOn,
      receiptNumber,
    })),
    notices: personData.notices.length,
    subscription: personData.subscription?.state ?? null,
    emails: personData.emails.length,
  };
}

/** `bytes` is what all pages take in the store, which is about the size of the copy. */
function countGivenPages(documents: NonNullable<PersonData['documents']>) {
  const pages = documents.flatMap((document) => document.pages);
  return {
    given: documents.length,
    pages: pages.length,
    bytes: pages.reduce((total, page) => total + page.bytes, 0),
  };
}

/** The log records every registration whose medical information is exported. */
export async function exportPerson(ctx: Ctx, person: string): Promise<PersonData> {
  refuseUnconfirmedPassword(ctx);
  const exportedData = await collectPersonData(ctx, person);
  const exportedMedicalIds =
    hasRight(ctx, 'health') && exportedData.registrations.length > 0
      ? listIds(exportedData.registrations)
      : null;
  await recordPersonAction(
    ctx,
    'export',
    `Exported a person's data: ${describeCounts(exportedData)}`,
    exportedMedicalIds,
  );
  return exportedData;
}

export const erasePerson = (ctx: Ctx, person: string): Promise<{ erased: string }> =>
  withContentChange(ctx, async (tx) => {
    refuseUnconfirmedPassword(tx);
    const search = toPersonSearch(person);
    const { phone, recipient, certificate } = search;
    // Lock certificates before they are collected, because a certificate that is found by its number has no lock of a
    // registration
    if (certificate) await lockCertificates(tx);
    const data = await collectPersonData(tx, person);
    const registrationIds = listIds(data.registrations);
    // This comes before the registrations are erased, because certificates still name them now
    await eraseHolders(tx, { registrations: registrationIds, certificates: listIds(data.certificates) });
    await eraseRegistrations(tx, registrationIds);
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
    await erasePaymentNotices(tx, listIds(data.notices));
    await recordErasures(tx, 'certificate', listIds(data.certificates));
    await recordErasures(tx, 'newsletter', data.subscription ? [data.subscription.id] : []);
    await recordErasures(tx, 'notice', listIds(data.notices));
    await recordErasures(tx, 'outgoing', await eraseMessagesAbout(tx, { recipient }));
    if (phone) await forgetSmsNumbers(tx, [recipient]);
    const erasedCountsText = describeCounts(data);
    await recordPersonActivity(tx, 'purge', `Erased a person's data: ${erasedCountsText}`);
    return { erased: erasedCountsText };
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
const recordPersonAction = (
  ctx: Ctx,
  type: PersonAction,
  description: string,
  medicalOf: number[] | null = null,
) => runInTransaction(ctx, (tx) => recordPersonActivity(tx, type, description, medicalOf));
/** Stores neither the address nor the number. */
const recordPersonActivity = (
  tx: TxCtx,
  type: PersonAction,
  description: string,
  medicalOf: number[] | null = null,
) => recordActivity(tx, { type, entityType: 'registration', entityId: null, description, medicalOf });

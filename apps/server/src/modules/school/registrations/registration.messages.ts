import { describeMissingCount, documentsPath } from '@institute/contract/applicant-documents.constants';
import { isAskNeeded } from '@institute/contract/asks.constants';
import {
  formatWaitingListPlace,
  type RegistrationStatus,
  registrationStatuses,
  statusWords,
} from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import type { EntityManager } from '@mikro-orm/core';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';
import type { SmsContext } from '../../../messaging/sms/sms.ts';
import { RegistrationEntity } from './registration.entity.ts';

const sampleReference = 'REG-2026-000123';
const sampleProgram = 'Fashion & Garment Design';

const statusDataSchema = z.object({
  reference: z.string(),
  status: z.enum(registrationStatuses),
  place: z.number().optional(),
  /** The applicant's first name. Emails queued by an earlier release have it only for the first registration. */
  firstName: z.string().optional(),
  /** Previous status that the applicant knows. Absent when uncertain, null in emails of an earlier release. */
  told: z.enum(registrationStatuses).nullish(),
});

/** Reads the course when the message is sent, because an intake may move. `place` is null without an intake. */
async function findCourseOfRegistration({ em }: { em: EntityManager }, reference: string) {
  const row = await em.findOne(
    RegistrationEntity,
    { reference },
    {
      populate: ['program', 'intake'],
      fields: ['startDay', 'program.name', 'program.asks', 'intake.place'],
      disableIdentityMap: true,
    },
  );
  return {
    program: row?.program?.name ?? '',
    startsOn: row?.startDay ?? null,
    place: row?.intake?.place ?? null,
    hasIntake: Boolean(row?.intake),
    /** What everybody has to give after the registration. */
    missing: (row?.program?.asks ?? []).filter((ask) => isAskNeeded(ask) && !ask.onlyIf).length,
  };
}
type RegistrationCourse = Awaited<ReturnType<typeof findCourseOfRegistration>>;

interface ApplicantStatusData {
  firstName: string;
  reference: string;
  status: RegistrationStatus;
  place?: number | undefined;
}

/** Makes the values for the placeholders of the office's texts. */
async function makePlaceholderValues(
  { firstName, reference, status, place }: ApplicantStatusData,
  { em, publicUrl }: SmsContext,
) {
  const applicantCourse = await findCourseOfRegistration({ em }, reference);
  return {
    firstName,
    reference,
    program: applicantCourse.program,
    status: statusWords[status],
    place: place
      ? formatWaitingListPlace(place)
      : status === 'accepted'
        ? describeAcceptedSeat(applicantCourse)
        : '',
    startsOn: applicantCourse.startsOn ? formatDate(applicantCourse.startsOn) : '',
    link: `${publicUrl}/s/${reference}`,
  };
}

/** The program is last, because long texts are cut. Without an intake, the start is only a wish and is left out. */
const describeAcceptedSeat = ({ program, startsOn, place, hasIntake }: RegistrationCourse): string =>
  hasIntake && startsOn
    ? `Starts ${[formatDate(startsOn), place].filter(Boolean).join(', ')}: ${program}.`
    : '';

const describeMissingDocuments = (missing: number, publicUrl: string): string[] =>
  missing > 0
    ? [
        `${describeMissingCount(missing)} for your application: send a photo of each page on ${publicUrl}${documentsPath}`,
      ]
    : [];

export const registrationReceivedMessage = declareMessageKind({
  kind: 'registration-received',
  to: 'applicants',
  limit: 'typed',
  written: [],
  /** Contains nothing that was typed, because anybody can make the site send this to anybody. */
  data: z.object({ reference: z.string(), program: z.string() }),
  sample: { reference: sampleReference, program: sampleProgram },
  email: async ({ reference, program }, { em, site, publicUrl }) => ({
    subject: `We have received your registration ${reference}`,
    heading: 'Thank you',
    paragraphs: [
      `Your registration has reached ${readInstituteName(site)}.`,
      site.registrationSuccess,
      'Please keep your reference. With it and your phone number you can see where your application stands.',
      ...describeMissingDocuments((await findCourseOfRegistration({ em }, reference)).missing, publicUrl),
    ],
    facts: [
      ['Reference', reference],
      ['Program', program],
    ],
    action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
    ending: 'If you did not send this registration, please tell us.',
  }),
  sms: {
    text: 'received',
    values: ({ reference }, context) =>
      makePlaceholderValues({ firstName: '', reference, status: 'new' }, context),
    addition: async ({ reference }, context) => {
      const missingText = describeMissingCount((await findCourseOfRegistration(context, reference)).missing);
      return missingText && `${missingText}.`;
    },
  },
});

export const registrationForOfficeMessage = declareMessageKind({
  kind: 'registration-for-office',
  to: 'office',
  limit: 'none',
  priority: 'byVisitors',
  written: [],
  data: z.object({ id: z.number(), reference: z.string(), program: z.string() }),
  sample: { id: 123, reference: sampleReference, program: sampleProgram },
  email: ({ reference, program }, { publicUrl }) => ({
    subject: `New registration ${reference}`,
    heading: `New registration ${reference}`,
    paragraphs: ['A new registration has come in. Its details are in the admin area only.'],
    facts: [['Program', program]],
    action: {
      label: 'Open the registration',
      url: `${publicUrl}/admin/registrations?q=${encodeURIComponent(reference)}`,
    },
  }),
});

const listCourseFacts = ({ program, startsOn, place }: RegistrationCourse): [string, string][] => [
  ...(program ? [['Program', program] as [string, string]] : []),
  ...(startsOn ? [['First day', formatDate(startsOn)] as [string, string]] : []),
  ...(place ? [['Place', place] as [string, string]] : []),
];

export const registrationStatusMessage = declareMessageKind({
  kind: 'registration-status',
  to: 'applicants',
  limit: 'ours',
  written: [],
  /** `more`: the applicant's other registrations that the same bulk action changed. */
  data: statusDataSchema.extend({ firstName: z.string(), more: z.array(statusDataSchema).optional() }),
  sample: { firstName: 'Amina', reference: sampleReference, status: 'accepted' },
  email: async ({ firstName, reference, status, place, more = [] }, { em, site, publicUrl }) => {
    const statusFacts: [string, string][] = [];
    for (const changedRegistration of [{ reference, status, place }, ...more]) {
      statusFacts.push(
        ['Reference', changedRegistration.reference],
        [
          'Status',
          changedRegistration.place
            ? `${statusWords[changedRegistration.status]}, number ${changedRegistration.place}`
            : statusWords[changedRegistration.status],
        ],
        ...(changedRegistration.status === 'accepted'
          ? listCourseFacts(await findCourseOfRegistration({ em }, changedRegistration.reference))
          : []),
      );
    }
    return {
      subject: `Your registration ${reference}: ${statusWords[status]}`,
      heading: `Hello ${firstName}`,
      paragraphs: [site.messages.statusTexts[status], ...(place ? [formatWaitingListPlace(place)] : [])],
      facts: statusFacts,
      action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
    };
  },
  sms: { text: 'status', values: makePlaceholderValues },
});

/** Names neither the old nor the new contact, because both get the message. */
export const contactChangedMessage = declareMessageKind({
  kind: 'contact-changed',
  to: 'applicants',
  limit: 'ours',
  written: [],
  data: z.object({ reference: z.string() }),
  sample: { reference: sampleReference },
  email: ({ reference }, { site, publicUrl }) => ({
    subject: `The contact of your registration ${reference} was changed`,
    heading: 'Your contact was changed',
    paragraphs: [
      `The email address or a phone number of a registration at ${readInstituteName(site)} was changed. What we write about it goes to the new one.`,
    ],
    facts: [['Reference', reference]],
    action: { label: 'Reach us', url: `${publicUrl}/contact` },
    ending: 'If you did not ask for this, please tell us at once.',
  }),
  sms: {
    words: ({ reference }) =>
      `The phone or email of your registration ${reference} was changed. If you did not ask for this, call us at once.`,
  },
});

export const intakeSoonMessage = declareMessageKind({
  kind: 'intake-soon',
  to: 'applicants',
  limit: 'ours',
  onlyWhile: ['accepted'],
  written: [],
  data: z.object({
    firstName: z.string(),
    reference: z.string(),
    program: z.string(),
    startsOn: z.string(),
  }),
  sample: { firstName: 'Amina', reference: sampleReference, program: sampleProgram, startsOn: '2027-02-01' },
  email: ({ firstName, reference, program, startsOn }, { site, publicUrl }) => ({
    subject: `${program} starts on ${formatDate(startsOn)}`,
    heading: `Hello ${firstName}`,
    paragraphs: [`We look forward to seeing you at ${readInstituteName(site)}.`],
    facts: [
      ['Reference', reference],
      ['Program', program],
      ['First day', formatDate(startsOn)],
    ],
    action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
  }),
  sms: {
    text: 'intakeSoon',
    values: async ({ firstName, reference, program, startsOn }, context) => ({
      ...(await makePlaceholderValues({ firstName, reference, status: 'accepted' }, context)),
      program,
      startsOn: formatDate(startsOn),
    }),
  },
});

import {
  describeMissingCount,
  documentsPath,
  refusalReasons,
  refusalReasonTexts,
} from '@institute/contract/applicant-documents.constants';
import * as z from 'zod';
import { type EmailContext, readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

/** `url`, for the SMS, is the page where documents are sent. `givenId` is the row of `given_answers` that was decided. */
const refusalDataSchema = z.object({
  reference: z.string(),
  firstName: z.string(),
  /** Read by the gate of outgoing words when the program was stored. */
  askLabel: z.string(),
  refusal: z.enum(refusalReasons),
  url: z.string(),
  givenId: z.number(),
});
type RefusalData = z.infer<typeof refusalDataSchema> & { words?: string };

const sampleApplicant = {
  reference: 'REG-2026-000123',
  firstName: 'Amina',
  url: 'https://example.org/registration/documents',
};
const sampleRefusal = {
  ...sampleApplicant,
  askLabel: 'S4 certificate',
  refusal: 'blurred',
  givenId: 1,
} as const;

const writeRefusalEmail = (
  { reference, firstName, askLabel, refusal, words }: RefusalData,
  { publicUrl }: EmailContext,
) => ({
  subject: `Please send “${askLabel}” again`,
  heading: `Hello ${firstName}`,
  paragraphs: [
    `We have looked at “${askLabel}” and cannot take it: ${refusalReasonTexts[refusal]}.`,
    ...(words ? [words] : []),
    'Please send it again. What we have accepted already stays.',
  ],
  facts: [['Reference', reference] as [string, string]],
  action: { label: 'Send it again', url: `${publicUrl}${documentsPath}` },
});

const writeRefusalSms = ({ reference, askLabel, refusal, words, url }: RefusalData): string =>
  [
    `${reference}: please send “${askLabel}” again. ${refusalReasonTexts[refusal]}.`,
    ...(words ? [words] : []),
    url,
  ].join(' ');

const refusalFacts = {
  to: 'applicants',
  limit: 'ours',
  untilCancelled: 'givenId',
  readBy: 'documents',
  email: writeRefusalEmail,
  sms: { words: writeRefusalSms },
} as const;

export const documentRefusedMessage = declareMessageKind({
  ...refusalFacts,
  kind: 'document-refused',
  written: [],
  data: refusalDataSchema,
  sample: sampleRefusal,
});

export const documentRefusedInWordsMessage = declareMessageKind({
  ...refusalFacts,
  kind: 'document-refused-in-words',
  written: ['words'],
  data: refusalDataSchema.extend({ words: z.string() }),
  sample: { ...sampleRefusal, words: 'The stamp of the school cannot be read.' },
});

export const documentsMissingMessage = declareMessageKind({
  kind: 'documents-missing',
  to: 'applicants',
  limit: 'ours',
  readBy: 'documents',
  written: [],
  data: z.object({ reference: z.string(), firstName: z.string(), missing: z.number(), url: z.string() }),
  sample: { ...sampleApplicant, missing: 3 },
  email: ({ reference, firstName, missing }, { site, publicUrl }) => ({
    subject: `${describeMissingCount(missing)} in your registration ${reference}`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${describeMissingCount(missing)} in your registration at ${readInstituteName(site)}.`,
      'You can send a part now and the rest later. A photo of each page is enough.',
    ],
    facts: [['Reference', reference]],
    action: { label: 'See what is missing', url: `${publicUrl}${documentsPath}` },
  }),
  sms: {
    words: ({ reference, missing, url }) =>
      `${reference}: ${describeMissingCount(missing)}. Send a photo of each page: ${url}`,
  },
});

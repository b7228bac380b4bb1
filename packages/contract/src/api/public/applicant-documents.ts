import * as z from 'zod';
import { oneLineText, pathId, text } from '../../fields/fields.ts';
import { type RouteRules, requireScope, wrapData } from '../calls.ts';
import {
  documentLimits,
  documentStates,
  pageFormats,
  refusalReasons,
} from './applicant-documents.constants.ts';
import { askKinds, askLimits, askTimes } from './asks.constants.ts';

/** The id of an ask. */
export const askPathParams = z.object({
  ask: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'Letters a to z, digits and -')
    .meta({ description: 'The `id` of what is asked', examples: ['s4-certificate'] }),
});

export const pageSha256 = z
  .string()
  .regex(/^[\da-f]{64}$/, '64 hexadecimal digits')
  .meta({
    description: 'SHA-256 of the sent bytes, in lower case. The same page sent again is stored once',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

export const documentPage = z.object({
  id: z.uuid(),
  sha256: pageSha256,
  position: z.int().min(1).max(documentLimits.pages),
  format: z.enum(pageFormats),
});
export type DocumentPage = z.infer<typeof documentPage>;

export const askedItem = z.object({
  id: z.string(),
  kind: z.enum(askKinds),
  label: z.string().max(askLimits.label),
  help: z.string().nullable(),
  options: z.array(z.string()),
  needed: z.enum(askTimes),
  /** Its answer is sealed: nobody reads it back here. */
  isPrivate: z.boolean(),
  state: z.enum(documentStates),
  /** Why it was refused, with the office's own words. */
  reason: z.enum(refusalReasons).nullable(),
  words: z.string().nullable(),
  /** Null for documents, and for what is private. */
  answer: z.string().nullable(),
  pages: z.array(documentPage),
});
export type AskedItem = z.infer<typeof askedItem>;

export const askedDocuments = z
  .object({
    reference: z.string(),
    program: z.string().nullable(),
    /** When the ticket ends. */
    endsAt: z.iso.datetime(),
    /** What is needed and was not given, or was refused. */
    missing: z.int(),
    /** 32 bytes in base64, always the same for one registration: seals pages that wait on the device. */
    deviceKey: z.string(),
    asks: z.array(askedItem),
  })
  .meta({
    id: 'AskedDocuments',
    examples: [
      {
        reference: 'REG-2026-000001',
        program: 'Tailoring',
        endsAt: '2026-11-30T09:30:00.000Z',
        missing: 0,
        deviceKey: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
        asks: [],
      },
    ],
  });
export type AskedDocuments = z.infer<typeof askedDocuments>;

export const ticketInput = z
  .object({ reference: oneLineText(60), phone: oneLineText(40) })
  .meta({ id: 'DocumentTicket', examples: [{ reference: 'REG-2026-000001', phone: '0772 123456' }] });
export type TicketInput = z.output<typeof ticketInput>;

/** An option, a number, a day as `2026-11-30`, `Yes` or `No`, or words. Null takes the answer back. */
export const askAnswerInput = z
  .object({ answer: text(documentLimits.answer).nullable() })
  .meta({ id: 'AskAnswer', examples: [{ answer: 'Yes' }] });
export const pageOrderInput = z.object({ pages: z.array(pageSha256).min(1).max(documentLimits.pages) }).meta({
  id: 'PageOrder',
  examples: [{ pages: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }],
});

/** As programs of others read it: without the pages. */
export const askedItemWithoutPages = askedItem
  .omit({ pages: true, help: true, options: true })
  .extend({ pages: z.int(), isAsked: z.boolean() })
  .meta({
    id: 'GivenItem',
    examples: [
      {
        id: 's4-certificate',
        kind: 'document',
        label: 'S4 certificate',
        needed: 'acceptance',
        isPrivate: false,
        isAsked: true,
        state: 'sent',
        reason: null,
        words: null,
        answer: null,
        pages: 2,
      },
    ],
  });

const pagePathParams = askPathParams.extend({ sha256: pageSha256 });
const askedDocumentsResponses = { 200: wrapData(askedDocuments) } as const;
const ticketRouteRules = {
  access: 'anyone',
  scope: 'none',
  ticket: 'needed',
  mayMiss: true,
} as const satisfies RouteRules;

/** What an applicant sends after the registration. The cookie `documents` of the ticket names the person. */
export const documentRoutes = {
  createTicket: {
    method: 'POST',
    path: '/registrations/documents/ticket',
    body: ticketInput,
    responses: askedDocumentsResponses,
    summary: 'Begin to send documents',
    description: `The reference or pay code, and the phone number of the application, give a ticket of ${documentLimits.ticketMinutes} minutes in a cookie that scripts cannot read.`,
    metadata: {
      access: 'anyone',
      scope: 'none',
      limit: 'form',
      ticket: 'given',
      mayMiss: true,
    } satisfies RouteRules,
  },
  get: {
    method: 'GET',
    path: '/registrations/documents',
    responses: askedDocumentsResponses,
    summary: 'What is asked of the applicant, and what was given',
    description: 'Private answers are not shown again.',
    metadata: ticketRouteRules,
  },
  putPage: {
    method: 'PUT',
    path: '/registrations/documents/:ask/pages/:sha256',
    pathParams: pagePathParams,
    query: z.object({
      replaces: pageSha256
        .optional()
        .meta({ description: 'SHA-256 of the page whose place this one takes as soon as it is stored' }),
    }),
    body: z.unknown(),
    responses: askedDocumentsResponses,
    summary: 'Send a page of a document',
    description: `The body is a photo (JPEG, PNG, WebP or AVIF, at most 10 MB) or a PDF of at most 5 MB. A photo is encoded anew, without its place and time. A document has at most ${documentLimits.pages} pages, and a page that comes again is stored once. A page that is replaced is there until the new one is stored.`,
    metadata: {
      ...ticketRouteRules,
      bodyBytes: documentLimits.pageBytes,
      takes: 'file',
      mayCollide: true,
    } satisfies RouteRules,
  },
  removePage: {
    method: 'DELETE',
    path: '/registrations/documents/:ask/pages/:sha256',
    pathParams: pagePathParams,
    body: z.unknown(),
    responses: askedDocumentsResponses,
    summary: 'Take a page back',
    description: 'A page that is not there is no fault.',
    metadata: ticketRouteRules,
  },
  orderPages: {
    method: 'PUT',
    path: '/registrations/documents/:ask/order',
    pathParams: askPathParams,
    body: pageOrderInput,
    responses: askedDocumentsResponses,
    summary: 'Put the pages of a document in order',
    description: 'Names each page of the document once.',
    metadata: { ...ticketRouteRules, mayCollide: true } satisfies RouteRules,
  },
  answer: {
    method: 'PUT',
    path: '/registrations/documents/:ask/answer',
    pathParams: askPathParams,
    body: askAnswerInput,
    responses: askedDocumentsResponses,
    summary: 'Answer a question',
    description: 'An answer that is not among the options, no number or no day is refused.',
    metadata: ticketRouteRules,
  },
  ofRegistration: {
    method: 'GET',
    path: '/registrations/:id/documents',
    pathParams: pathId,
    responses: { 200: wrapData(z.array(askedItemWithoutPages)) },
    summary: 'What one applicant was asked and gave',
    description:
      'Answers, and the number of pages of each document. Also what is no longer asked, with the words of then. A private answer is null unless the caller may read health information.',
    metadata: requireScope('documents:read'),
  },
} as const;

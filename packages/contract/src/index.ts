import { initContract } from '@ts-rest/core';
import * as z from 'zod';
import { apiPrefix } from './api/api.constants.ts';
import { commonResponses, publicContent } from './api/calls.ts';
import { sessionRoutes } from './api/office/session.ts';
import { statsRoutes } from './api/office/stats.ts';
import { documentRoutes } from './api/public/applicant-documents.ts';
import { certificateRoutes } from './api/public/certificates.ts';
import { contactRoutes } from './api/public/contact.ts';
import { donationRoutes } from './api/public/donations.ts';
import { feeRoutes } from './api/public/fees.ts';
import { newsletterRoutes } from './api/public/newsletter.ts';
import { programIntakeRoutes } from './api/public/program-intakes.ts';
import { registrationRoutes } from './api/public/registrations.ts';
import { contentResources, contentRoutes } from './api/public/resources.ts';
import { siteRoutes } from './api/public/site.ts';

// The type is named, so that the published types contain no inner types of the library
const contractBuilder: ReturnType<typeof initContract> = initContract();

const reference = {
  get: {
    method: 'GET',
    path: '/openapi.json',
    responses: {
      200: z.unknown().meta({
        examples: [{ openapi: '3.1.0', info: { title: 'Institute API', version: '1' }, paths: {} }],
      }),
    },
    summary: 'This reference, as OpenAPI 3.1',
    description: 'The API reference for programs.',
    metadata: publicContent,
  },
} as const;

const contractGroups = {
  registrations: registrationRoutes,
  documents: documentRoutes,
  contact: contactRoutes,
  newsletter: newsletterRoutes,
  stats: statsRoutes,
  site: siteRoutes,
  session: sessionRoutes,
  donations: donationRoutes,
  certificates: certificateRoutes,
  fees: feeRoutes,
  programIntakes: programIntakeRoutes,
  reference,
} as const;
const contractOptions = { pathPrefix: apiPrefix, strictStatusCodes: true, commonResponses } as const;

/** The type is written out, because the compiler would otherwise emit more than a million characters. */
type RouteGroups = typeof contentRoutes & typeof contractGroups;
type ContractRoutes = ReturnType<
  typeof contractBuilder.router<RouteGroups, typeof apiPrefix, typeof contractOptions>
>;

export const contract: ContractRoutes = contractBuilder.router<
  RouteGroups,
  typeof apiPrefix,
  typeof contractOptions
>({ ...contentRoutes, ...contractGroups }, contractOptions);
export type Contract = typeof contract;

export const routeGroupDescriptions: Record<keyof RouteGroups | 'uploads' | 'webhooks', string> = {
  ...(Object.fromEntries(
    Object.values(contentResources).map(({ key, words: [, many] }) => [
      key,
      `The ${many} of the institute: public to read, for the office to change`,
    ]),
  ) as Record<keyof typeof contentRoutes, string>),
  registrations: 'Requests for a place in a program',
  documents: 'Documents and answers of an applicant, after the registration',
  contact: 'Messages to the office',
  newsletter: 'Subscriptions to the newsletter',
  stats: 'How much there is of everything',
  site: 'Texts and settings of the public pages',
  session: 'Signing in and out. Programs use an API key instead',
  donations: 'Donations and their receipts',
  certificates: 'Certificates of completion, which anybody can check',
  fees: 'Charges and payments of those who study',
  programIntakes: 'The intakes of one program',
  reference: 'This document',
  uploads: 'Pictures and documents, stored as the hosting provider’s API does',
  webhooks: 'What the site sends to other programs when something happens. Signed as Standard Webhooks',
};
export type { ClientInferRequest, ClientInferResponses } from '@ts-rest/core';
export * from './api/calls.ts';
export * from './api/lists.ts';
export * from './api/office/accounts.ts';
export * from './api/office/activity.ts';
export * from './api/office/api-keys.ts';
export * from './api/office/document-decisions.ts';
export * from './api/office/fee-book.ts';
export * from './api/office/fee-imports.ts';
export * from './api/office/imports.ts';
export * from './api/office/many-messages.ts';
export * from './api/office/outbox.ts';
export * from './api/office/prices.ts';
export * from './api/office/privacy.ts';
export * from './api/office/redirects.ts';
export * from './api/office/session.ts';
export * from './api/office/stats.ts';
export * from './api/office/tables.ts';
export * from './api/office/uploads.ts';
export * from './api/office/webhooks.ts';
export * from './api/public/applicant-documents.ts';
export * from './api/public/certificates.ts';
export * from './api/public/contact.ts';
export * from './api/public/content.ts';
export * from './api/public/content-list.ts';
export * from './api/public/donations.ts';
export * from './api/public/failed-starts.ts';
export * from './api/public/fees.ts';
export * from './api/public/newsletter.ts';
export * from './api/public/program-intakes.ts';
export * from './api/public/registration-form.ts';
export * from './api/public/registrations.ts';
export * from './api/public/resources.ts';
export * from './api/public/site.ts';

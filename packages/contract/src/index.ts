import { initContract } from '@ts-rest/core';
import * as z from 'zod';
import { apiPrefix } from './api/api.constants.ts';
import { commonResponses, publicContent } from './api/calls.ts';
import { certificateRoutes } from './api/certificates.ts';
import { contactRoutes } from './api/contact.ts';
import { donationRoutes } from './api/donations.ts';
import { feeRoutes } from './api/fees.ts';
import { newsletterRoutes } from './api/newsletter.ts';
import { registrationRoutes } from './api/registrations.ts';
import { contentResources, contentRoutes } from './api/resources.ts';
import { sessionRoutes } from './api/session.ts';
import { siteRoutes } from './api/site.ts';
import { statsRoutes } from './api/stats.ts';

// Named, so that the published types contain no inner types of the library
const c: ReturnType<typeof initContract> = initContract();

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

const groups = {
  registrations: registrationRoutes,
  contact: contactRoutes,
  newsletter: newsletterRoutes,
  stats: statsRoutes,
  site: siteRoutes,
  session: sessionRoutes,
  donations: donationRoutes,
  certificates: certificateRoutes,
  fees: feeRoutes,
  reference,
} as const;
const options = { pathPrefix: apiPrefix, strictStatusCodes: true, commonResponses } as const;

/** Written out, because the compiler would emit a type of more than a million characters. */
type Groups = typeof contentRoutes & typeof groups;
type WithOptions = ReturnType<typeof c.router<Groups, typeof apiPrefix, typeof options>>;

export const contract: WithOptions = c.router<Groups, typeof apiPrefix, typeof options>(
  { ...contentRoutes, ...groups },
  options,
);
export type Contract = typeof contract;

export const groupWords: Record<keyof Groups | 'uploads' | 'webhooks', string> = {
  ...(Object.fromEntries(
    Object.values(contentResources).map(({ key, words: [, many] }) => [
      key,
      `The ${many} of the institute: public to read, for the office to change`,
    ]),
  ) as Record<keyof typeof contentRoutes, string>),
  registrations: 'Requests for a place in a program',
  contact: 'Messages to the office',
  newsletter: 'Subscriptions to the newsletter',
  stats: 'How much there is of everything',
  site: 'Texts and settings of the public pages',
  session: 'Signing in and out. Programs use an API key instead',
  donations: 'Donations and their receipts',
  certificates: 'Certificates of completion, which anybody can check',
  fees: 'Charges and payments of those who study',
  reference: 'This document',
  uploads: 'Pictures and documents, stored as the hosting provider’s API does',
  webhooks: 'What the site sends to other programs when something happens. Signed as Standard Webhooks',
};
export type { ClientInferRequest, ClientInferResponses } from '@ts-rest/core';

export * from './api/accounts.ts';
export * from './api/activity.ts';
export * from './api/api-keys.ts';
export * from './api/calls.ts';
export * from './api/certificates.ts';
export * from './api/contact.ts';
export * from './api/content.ts';
export * from './api/content-list.ts';
export * from './api/donations.ts';
export * from './api/failed-starts.ts';
export * from './api/fee-book.ts';
export * from './api/fee-imports.ts';
export * from './api/fees.ts';
export * from './api/imports.ts';
export * from './api/lists.ts';
export * from './api/many-messages.ts';
export * from './api/newsletter.ts';
export * from './api/outbox.ts';
export * from './api/prices.ts';
export * from './api/privacy.ts';
export * from './api/redirects.ts';
export * from './api/registration-form.ts';
export * from './api/registrations.ts';
export * from './api/resources.ts';
export * from './api/session.ts';
export * from './api/site.ts';
export * from './api/stats.ts';
export * from './api/uploads.ts';
export * from './api/webhooks.ts';

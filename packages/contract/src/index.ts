import { initContract } from '@ts-rest/core';
import * as z from 'zod';
import { apiPrefix } from './api.constants.ts';
import { commonResponses, publicContent } from './calls.ts';
import { donationRoutes } from './donations.ts';
import { messageRoutes } from './messages.ts';
import { newsletterRoutes } from './newsletter.ts';
import { registrationRoutes } from './registrations.ts';
import { contentResources, contentRoutes } from './resources.ts';
import { sessionRoutes } from './session.ts';
import { siteRoutes } from './site.ts';
import { statsRoutes } from './stats.ts';

// named, so that the published types contain no inner types of the library
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
  contact: messageRoutes,
  newsletter: newsletterRoutes,
  stats: statsRoutes,
  site: siteRoutes,
  session: sessionRoutes,
  donations: donationRoutes,
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
  reference: 'This document',
  uploads: 'Pictures, stored as the hosting provider’s API does',
  webhooks: 'What the site sends to other programs when something happens. Signed as Standard Webhooks',
};
export type { ClientInferRequest, ClientInferResponses } from '@ts-rest/core';

export * from './accounts.ts';
export * from './calls.ts';
export * from './content.ts';
export * from './content-list.ts';
export * from './donations.ts';
export * from './fields.ts';
export * from './lists.ts';
export * from './messages.ts';
export * from './messages-out.ts';
export * from './newsletter.ts';
export * from './registration-form.ts';
export * from './registrations.ts';
export * from './resources.ts';
export * from './session.ts';
export * from './site.ts';
export * from './stats.ts';
export * from './uploads.ts';
export * from './webhooks.ts';

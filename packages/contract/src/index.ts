import { initContract } from '@ts-rest/core';
import * as z from 'zod';
import { alumniRoutes } from './alumni.ts';
import { coachRoutes } from './coaches.ts';
import { apiPrefix } from './common.constants.ts';
import { anyone, commonResponses } from './common.ts';
import { contactRoutes } from './contact.ts';
import { donationRoutes } from './donations.ts';
import { facilityRoutes } from './facilities.ts';
import { galleryRoutes } from './gallery.ts';
import { newsletterRoutes } from './newsletter.ts';
import { postRoutes } from './posts.ts';
import { programRoutes } from './programs.ts';
import { registrationRoutes } from './registrations.ts';
import { sessionRoutes } from './session.ts';
import { siteRoutes } from './site.ts';
import { statsRoutes } from './stats.ts';

const c = initContract();

/** The whole REST surface. */
export const contract = c.router(
  {
    programs: programRoutes,
    coaches: coachRoutes,
    posts: postRoutes,
    facilities: facilityRoutes,
    alumni: alumniRoutes,
    gallery: galleryRoutes,
    registrations: registrationRoutes,
    contact: contactRoutes,
    newsletter: newsletterRoutes,
    stats: statsRoutes,
    site: siteRoutes,
    session: sessionRoutes,
    donations: donationRoutes,
    reference: {
      get: {
        method: 'GET',
        path: '/openapi.json',
        responses: { 200: z.unknown() },
        summary: 'This reference, as OpenAPI 3.1',
        metadata: anyone,
      },
    },
  },
  { pathPrefix: apiPrefix, strictStatusCodes: true, commonResponses },
);
export type Contract = typeof contract;

export * from './accounts.ts';
export * from './alumni.ts';
export * from './coaches.ts';
export * from './common.ts';
export * from './contact.ts';
export * from './donations.ts';
export * from './facilities.ts';
export * from './gallery.ts';
export * from './newsletter.ts';
export * from './posts.ts';
export * from './programs.ts';
export * from './registrations.ts';
export * from './session.ts';
export * from './site.ts';
export * from './stats.ts';
export * from './uploads.ts';

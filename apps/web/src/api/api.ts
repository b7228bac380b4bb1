import type { Call } from '@institute/client/call';
import { alumniQueries } from './alumni.ts';
import { coachQueries } from './coaches.ts';
import { contactActions } from './contact.ts';
import { donationActions, donationQueries } from './donations.ts';
import { facilityQueries } from './facilities.ts';
import { galleryQueries } from './gallery.ts';
import { newsletterActions } from './newsletter.ts';
import { postQueries } from './posts.ts';
import { programQueries } from './programs.ts';
import { registrationActions } from './registrations.ts';
import { siteQueries } from './site.ts';
import { statsQueries } from './stats.ts';

/** What the public pages ask and send. The calls go over the network in a browser, in process on the server. */
export const makeApi = (call: Call) => ({
  queries: {
    programs: programQueries(call),
    coaches: coachQueries(call),
    facilities: facilityQueries(call),
    posts: postQueries(call),
    gallery: galleryQueries(call),
    alumni: alumniQueries(call),
    site: siteQueries(call),
    stats: statsQueries(call),
    donations: donationQueries(call),
  },
  send: {
    ...registrationActions(call),
    ...contactActions(call),
    ...newsletterActions(call),
    ...donationActions(call),
  },
});

export type Api = ReturnType<typeof makeApi>;

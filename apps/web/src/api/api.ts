import type { Call } from '@institute/client/call';
import { contentQueries } from './content-queries.ts';
import { donationActions, donationQueries } from './donations.ts';
import { messageActions } from './messages.ts';
import { newsletterActions } from './newsletter.ts';
import { programSlides } from './program-slides.ts';
import { registrationActions, registrationQueries } from './registrations.ts';
import { siteQueries } from './site.ts';
import { statsQueries } from './stats.ts';

/** A browser calls over the network; the server calls itself in-process. */
export const makeApi = (call: Call) => ({
  queries: {
    ...contentQueries(call),
    site: siteQueries(call),
    stats: statsQueries(call),
    donations: donationQueries(call),
    registration: registrationQueries(call),
    programSlides: programSlides(call),
  },
  send: {
    ...registrationActions(call),
    ...messageActions(call),
    ...newsletterActions(call),
    ...donationActions(call),
  },
});

export type Api = ReturnType<typeof makeApi>;

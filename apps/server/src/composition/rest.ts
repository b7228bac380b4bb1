import cookie from '@fastify/cookie';
import { contract, type RouteRules } from '@institute/contract';
import { apiPrefix } from '@institute/contract/common.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedIn } from '../context.ts';
import { notFound } from '../errors.ts';
import type { CachedReads } from '../http/cached-reads.ts';
import { conditional } from '../http/conditional.ts';
import { answerFailure } from '../http/failures.ts';
import { refuseOtherMethods } from '../http/methods.ts';
import { openApi } from '../http/openapi.ts';
import { limitByAddress } from '../http/rate-limit.ts';
import { keyOfRead } from '../http/read-key.ts';
import { identify } from '../http/session.ts';
import { sessionRoutes } from '../modules/accounts/session.routes.ts';
import { alumni } from '../modules/alumni/alumnus.service.ts';
import { coaches } from '../modules/coaches/coach.service.ts';
import { contactRoutes } from '../modules/contact/contact.routes.ts';
import { contentHandlers } from '../modules/content/content.routes.ts';
import { donationRoutes } from '../modules/donations/donation.routes.ts';
import { facilities } from '../modules/facilities/facility.service.ts';
import { gallery } from '../modules/gallery/gallery-item.service.ts';
import { newsletterRoutes } from '../modules/newsletter/newsletter.routes.ts';
import { posts } from '../modules/posts/post.service.ts';
import { programs } from '../modules/programs/program.service.ts';
import { registrationRoutes } from '../modules/registrations/registration.routes.ts';
import { siteRoutes } from '../modules/site/site.routes.ts';
import { statsRoutes } from '../modules/stats/stats.routes.ts';

const s = initServer();

/** What changes only with the content, and is then told to every replica. */
const content = {
  programs: contract.programs,
  coaches: contract.coaches,
  posts: contract.posts,
  facilities: contract.facilities,
  alumni: contract.alumni,
  gallery: contract.gallery,
  site: contract.site,
  reference: contract.reference,
};
/** What visitors send and the office reads; counted anew by every question. */
const office = {
  registrations: contract.registrations,
  contact: contract.contact,
  newsletter: contract.newsletter,
  donations: contract.donations,
  stats: contract.stats,
  session: contract.session,
};

const contentRouter = s.router(content, {
  programs: contentHandlers(`${apiPrefix}/programs`, programs),
  coaches: contentHandlers(`${apiPrefix}/coaches`, coaches),
  posts: contentHandlers(`${apiPrefix}/posts`, posts),
  facilities: contentHandlers(`${apiPrefix}/facilities`, facilities),
  alumni: contentHandlers(`${apiPrefix}/alumni`, alumni),
  gallery: contentHandlers(`${apiPrefix}/gallery`, gallery),
  site: siteRoutes,
  reference: { get: async () => ({ status: 200, body: openApi() }) },
});
const officeRouter = s.router(office, {
  registrations: registrationRoutes,
  contact: contactRoutes,
  newsletter: newsletterRoutes,
  donations: donationRoutes,
  stats: statsRoutes,
  session: sessionRoutes,
});

/** The contract on Fastify: ts-rest validates, the modules' handlers answer. */
export async function rest(
  app: FastifyInstance,
  { checkAnswers, reads }: { checkAnswers: boolean; reads: CachedReads },
) {
  app.addHook('onRequest', limitByAddress);
  app.addHook('onRequest', identify);
  app.addHook('preValidation', admit);
  app.addHook('onSend', conditional);

  await app.register(cookie);
  const options = {
    logInitialization: false,
    responseValidation: checkAnswers,
    requestValidationErrorHandler: answerFailure,
  };
  await app.register(async (scope) => {
    reads.cacheRoutes(scope, keyOfRead);
    await scope.register(s.plugin(contentRouter), options);
  });
  await app.register(s.plugin(officeRouter), options);
  refuseOtherMethods(app, { content, office });
  app.all(`${apiPrefix}/*`, async () => {
    throw notFound('There is nothing at this address');
  });
}

/** Who may call stands in the contract, at the route itself: never in the form of an address. */
async function admit(request: FastifyRequest): Promise<void> {
  const { tsRestRoute } = request.routeOptions.config as { tsRestRoute?: { metadata?: RouteRules } };
  if (tsRestRoute?.metadata?.access === 'bearer') signedIn(request.ctx);
}

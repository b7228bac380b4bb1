import cookie from '@fastify/cookie';
import { type ContentKey, type Contract, contract, limitBodyBytes } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFoundError } from '../errors.ts';
import { makeReadKey } from '../http/cache/read-key.ts';
import { answerConditionally } from '../http/conditional.ts';
import { answerFailure } from '../http/failures.ts';
import { addAllowedOriginHeaders, refuseOtherMethods } from '../http/policies/cross-origin.ts';
import { refuseOtherSpellings } from '../http/policies/plain-path.ts';
import { limitByAddress } from '../http/policies/rate-limit.ts';
import { checkAccess, identifyAnyCaller } from '../http/session.ts';
import { statsRoutes } from '../modules/office/dashboard/stats.routes.ts';
import { sessionRoutes } from '../modules/platform/accounts/session.routes.ts';
import { makeReceiptCheckRoutes } from '../modules/platform/numbered-documents/receipt-check.routes.ts';
import { makePaymentNoticeRoutes } from '../modules/platform/payments/payment-notice.routes.ts';
import { siteRoutes } from '../modules/platform/site/site.routes.ts';
import {
  applicantDocumentRoutes,
  prepareDocumentCalls,
} from '../modules/school/applicant-documents/applicant-document.routes.ts';
import { certificateRoutes } from '../modules/school/certificates/certificate.routes.ts';
import { contactRoutes } from '../modules/school/contact-messages/contact-message.routes.ts';
import { donationRoutes } from '../modules/school/donations/donation.routes.ts';
import { findDonationProof } from '../modules/school/donations/receipt.service.ts';
import { findFeeProof } from '../modules/school/fees/accounts/fee-line.service.ts';
import { feeRoutes } from '../modules/school/fees/fee.routes.ts';
import { makeProgramIntakeRoutes } from '../modules/school/intakes/program-intakes.routes.ts';
import { newsletterRoutes } from '../modules/school/newsletter/newsletter.routes.ts';
import { registrationRoutes } from '../modules/school/registrations/registration.routes.ts';
import { openApi } from '../reference/openapi.ts';
import * as contentList from './content-list.ts';
import { paymentKinds } from './payment-kinds.ts';
import { mapPartByResourceKey, resources } from './resources.ts';

const restServer = initServer();

const contentContracts = Object.fromEntries(resources.map(({ key }) => [key, contract[key]])) as Pick<
  Contract,
  ContentKey
>;
/** Routes answered from memory until content changes, because their answers depend on nothing else. */
const cachedContracts = {
  ...contentContracts,
  programIntakes: contract.programIntakes,
  site: contract.site,
  reference: contract.reference,
};
/** Routes whose answers are never kept in memory. */
const liveContracts = {
  registrations: contract.registrations,
  contact: contract.contact,
  newsletter: contract.newsletter,
  donations: contract.donations,
  certificates: contract.certificates,
  fees: contract.fees,
  stats: contract.stats,
};
/** A group that is neither cached nor live does not compile. */
const allContracts = {
  ...cachedContracts,
  ...liveContracts,
  documents: contract.documents,
  session: contract.session,
} satisfies Contract;

const cachedRouter = restServer.router(cachedContracts, {
  ...mapPartByResourceKey('routes'),
  programIntakes: makeProgramIntakeRoutes(contentList),
  site: siteRoutes,
  reference: { get: async () => ({ status: 200, body: openApi() }) },
});
const liveRouter = restServer.router(liveContracts, {
  registrations: registrationRoutes,
  contact: contactRoutes,
  newsletter: newsletterRoutes,
  certificates: certificateRoutes,
  fees: feeRoutes,
  donations: {
    ...donationRoutes,
    ...makeReceiptCheckRoutes([findDonationProof, findFeeProof]),
    ...makePaymentNoticeRoutes(paymentKinds),
  },
  stats: statsRoutes,
});
const documentRouter = restServer.router(contract.documents, applicantDocumentRoutes);
const sessionRouter = restServer.router(contract.session, sessionRoutes);

/**
 * Hooks of every call of the API, in this order, before the body is read. `addAllowedOriginHeaders` comes first, so that pages
 * of other origins can read a refusal.
 */
const requestHooks = [
  addAllowedOriginHeaders,
  limitByAddress,
  refuseOtherSpellings,
  identifyAnyCaller,
  checkRouteRules,
];

export async function serveRest(app: FastifyInstance, { checkAnswers }: { checkAnswers: boolean }) {
  app.addHook('onRoute', (route) => {
    const routeRules = route.config?.tsRestRoute?.metadata;
    if (routeRules) route.bodyLimit = limitBodyBytes(routeRules);
  });
  for (const requestHook of requestHooks) app.addHook('onRequest', requestHook);
  app.addHook('onSend', answerConditionally);

  await app.register(cookie);
  const endpointOptions = {
    logInitialization: false,
    responseValidation: checkAnswers,
    requestValidationErrorHandler: answerFailure,
  };
  await app.register(async (scope) => {
    scope.cacheRoutes(makeReadKey);
    await scope.register(restServer.plugin(cachedRouter), endpointOptions);
  });
  await app.register(restServer.plugin(liveRouter), endpointOptions);
  await app.register(async (scope) => {
    prepareDocumentCalls(scope);
    await scope.register(restServer.plugin(documentRouter), endpointOptions);
  });
  await app.register(restServer.plugin(sessionRouter), endpointOptions);
  refuseOtherMethods(app, allContracts);
  app.all(`${apiPrefix}/*`, async () => {
    throw notFoundError('There is nothing at this address');
  });
}

/** Checks access by the contract's metadata of the route. The form of the URL plays no part. */
async function checkRouteRules({ routeOptions, ctx }: FastifyRequest): Promise<void> {
  const metadataRules = routeOptions.config.tsRestRoute?.metadata;
  if (metadataRules) checkAccess(ctx, metadataRules);
}

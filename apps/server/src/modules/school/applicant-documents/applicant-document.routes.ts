import { contract, type RouteRules } from '@institute/contract';
import { documentFaults, documentLimits } from '@institute/contract/applicant-documents.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refuseForeignOrigin } from '../../../http/policies/own-host.ts';
import type { RateLimits } from '../../../http/policies/rate-limit.ts';
import { readAnnouncedBytes } from '../../../http/policies/timeouts.ts';
import { makePrivateCookie } from '../../../http/private-cookie.ts';
import { toAddressKey } from '../../../http/request-context.ts';
import { viewAskedDocuments } from './asked-documents.service.ts';
import { listGivenItems } from './document-desk.service.ts';
import { orderPages, removePage, storePage } from './document-page.service.ts';
import {
  giveTicket,
  makeEndedError,
  openTicket,
  TICKET_COOKIE,
  type Ticket,
  ticketLifetimeS,
} from './document-ticket.service.ts';
import { giveAnswer } from './given-answer.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the calls that need one. */
    documentTicket: Ticket | undefined;
  }
}

const makeTicketCookie = ({ config }: Pick<Ctx, 'config'>) => makePrivateCookie(config, TICKET_COOKIE, '/');

export const readTicket = ({ ctx, cookies }: FastifyRequest): Ticket | undefined =>
  openTicket(ctx, cookies[makeTicketCookie(ctx).name]);

/** Whoever uses the browser next sees nothing. */
export function endTicket({ ctx }: FastifyRequest, reply: FastifyReply): void {
  const { name, rules } = makeTicketCookie(ctx);
  reply.clearCookie(name, rules);
}

export async function beginDocumentTicket(
  { ctx, ip }: FastifyRequest,
  reply: Pick<FastifyReply, 'setCookie'>,
  given: { reference: string; phone: string },
): Promise<Ticket> {
  const { ticket, sealed } = await giveTicket(ctx, given, toAddressKey(ip));
  const { name, rules } = makeTicketCookie(ctx);
  reply.setCookie(name, sealed, { ...rules, maxAge: ticketLifetimeS });
  return ticket;
}

/** Throws without a ticket, and when one person calls without end. Before the body is read. */
export async function requireTicket(request: FastifyRequest, rateLimits: RateLimits): Promise<Ticket> {
  const ticket = readTicket(request);
  if (!ticket) throw makeEndedError();
  await rateLimits.count('documents', String(ticket.registration));
  return ticket;
}

/** A ticket that ends while a page arrives still counts for that page. */
const getTicket = ({ documentTicket }: FastifyRequest): Ticket => {
  if (!documentTicket) throw makeEndedError();
  return documentTicket;
};

async function answerView({ ctx }: FastifyRequest, { registration, endsAt }: Ticket) {
  return { status: 200 as const, body: { data: await viewAskedDocuments(ctx, registration, endsAt) } };
}

type DocumentChange = (ctx: Ctx, registration: number) => Promise<void>;

async function answerAfter(request: FastifyRequest, changeDocuments: DocumentChange) {
  const ticket = getTicket(request);
  await changeDocuments(request.ctx, ticket.registration);
  return answerView(request, ticket);
}

export const applicantDocumentRoutes = initServer().router(contract.documents, {
  createTicket: async ({ request, reply, body }) =>
    answerView(request, await beginDocumentTicket(request, reply, body)),

  get: async ({ request }) => answerView(request, getTicket(request)),

  putPage: ({ request, params, query, body }) =>
    answerAfter(request, (ctx, registration) => {
      // A body without a type is not parsed
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      return storePage(ctx, { ...params, ...query, registration, bytes });
    }),

  removePage: ({ request, params }) =>
    answerAfter(request, (ctx, registration) => removePage(ctx, { ...params, registration })),

  orderPages: ({ request, params, body }) =>
    answerAfter(request, (ctx, registration) => orderPages(ctx, { ...params, registration }, body.pages)),

  answer: ({ request, params, body }) =>
    answerAfter(request, (ctx, registration) => giveAnswer(ctx, registration, params.ask, body.answer)),

  ofRegistration: async ({ request, params }) => ({
    status: 200,
    body: { data: await listGivenItems(request.ctx, params.id) },
  }),
});

/** Of all pages that arrive at a time: the bodies wait in memory. */
const MOST_BYTES_AT_ONCE = 64 * 1024 * 1024;

/**
 * Call it before a scope's routes: pages arrive slowly, and have turns of their own. One person's pages take at most
 * the room of the largest one, so that nobody who sends slowly keeps the others out.
 */
export function acceptPageUploads(scope: FastifyInstance, isOfPages: (rules: RouteRules) => boolean): void {
  let arrivingBytes = 0;
  const arrivingBytesByPerson = new Map<number, number>();
  scope.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.sends) return done();
    const announcedBytes = readAnnouncedBytes(request.raw.headers);
    if (Number.isFinite(announcedBytes) && announcedBytes > request.routeOptions.bodyLimit)
      return done(new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePhoto));
    const person = (request.documentTicket ?? readTicket(request))?.registration;
    // Strangers send no pages: their calls are refused, and their form is small
    if (person === undefined) return done();
    const bytes = Math.min(announcedBytes, documentLimits.pageBytes);
    const bytesOfPerson = arrivingBytesByPerson.get(person) ?? 0;
    if (bytesOfPerson + bytes > documentLimits.pageBytes || arrivingBytes + bytes > MOST_BYTES_AT_ONCE)
      return done(new AppError('UNAVAILABLE', 'Many pages arrive at this moment', { retryAfter: 5 }));
    const countArrivingBytes = (change: number) => {
      arrivingBytes += change;
      const restOfPerson = (arrivingBytesByPerson.get(person) ?? 0) + change;
      if (restOfPerson > 0) arrivingBytesByPerson.set(person, restOfPerson);
      else arrivingBytesByPerson.delete(person);
    };
    countArrivingBytes(bytes);
    reply.raw.once('close', () => countArrivingBytes(-bytes));
    done();
  });
  scope.addHook('onRoute', (route) => {
    const routeRules = route.config?.tsRestRoute?.metadata as RouteRules | undefined;
    if (routeRules && isOfPages(routeRules))
      route.config = { ...route.config, sends: 'upload', neverWaits: true };
  });
}

/** Hooks and parsers of the calls above. */
export function prepareDocumentCalls(scope: FastifyInstance): void {
  scope.decorateRequest('documentTicket', undefined);
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    refuseForeignOrigin(request);
    if (request.routeOptions.config.tsRestRoute?.metadata?.ticket === 'needed')
      request.documentTicket = await requireTicket(request, request.server.rateLimits);
  });
  acceptPageUploads(scope, ({ takes }) => takes === 'file');
  const acceptedContentTypes = [/^image\//, 'application/pdf', 'application/octet-stream'];
  for (const contentType of acceptedContentTypes)
    scope.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_, body, parsed) => parsed(null, body));
}

import { type ApiError, contract } from '@institute/contract';
import {
  findCertificateCodeFault,
  makeCertificatePath,
  readCertificateCode,
} from '@institute/contract/certificates.constants';
import { askHowToPay } from '@institute/contract/fees.constants';
import {
  findReceiptCodeFault,
  makeReceiptPath,
  readReceiptCode,
} from '@institute/contract/receipts.constants';
import { toBareCode } from '@institute/contract/reference';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { acceptForms, acceptUnreadMultipart } from '../http/policies/bodies.ts';
import { toAddressKey } from '../http/request-context.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { countAskedBy } from '../modules/school/applicant-documents/asked-documents.service.ts';
import { findFeeAccount } from '../modules/school/fees/accounts/fee-account.service.ts';
import {
  findRegistrationStatus,
  normaliseReference,
} from '../modules/school/registrations/registration-status.service.ts';
import { answerPostedPage, type PageOptions } from '../pages/page-answer.ts';
import { passOn, toRefused } from './posted-form.ts';
import { showForm } from './show-form.ts';

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined; Querystring: { token?: unknown } }>;

type EmailLink = { path: string; call: { path: string } };

const confirmLink: EmailLink = { path: '/newsletter/confirm', call: contract.newsletter.confirm };
const unsubscribeLink: EmailLink = { path: '/newsletter/unsubscribe', call: contract.newsletter.unsubscribe };
const statusPath = '/registration/status';

export async function servePersonalForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  acceptEmailLink(scope, options, confirmLink);
  await scope.register(async (oneClick) => {
    // Mail providers should post multipart forms, and may post the other kind (RFC 8058)
    acceptUnreadMultipart(oneClick);
    acceptEmailLink(oneClick, options, unsubscribeLink);
  });

  // The short link of SMS; the page shows nothing without the phone number
  scope.get<{ Params: { reference: string } }>('/s/:reference', (request, reply) => {
    const reference = normaliseReference(request.params.reference);
    const query = new URLSearchParams({ reference });
    return reply.header('cache-control', 'no-store').redirect(`${statusPath}?${query}`, 302);
  });

  acceptCodeForm(scope, options, {
    path: '/certificates',
    read: readCertificateCode,
    toPath: makeCertificatePath,
    findFault: findCertificateCodeFault,
  });
  acceptCodeForm(scope, options, {
    path: '/receipts',
    read: readReceiptCode,
    toPath: makeReceiptPath,
    findFault: findReceiptCodeFault,
  });

  scope.post(statusPath, async (request: FormRequest, reply) => {
    const reference = request.body?.get('reference') ?? '';
    const phone = request.body?.get('phone') ?? '';
    try {
      const shown = await findRegistrationStatus(request.ctx, { reference, phone }, toAddressKey(request.ip));
      const { status, meaning, program, place, startsOn, heldAt, sentAt } = shown;
      const account = await findFeeAccount(request.ctx, shown.reference);
      const site = account?.nextDueOn ? (await getSite(request.ctx)).view : undefined;
      const counts = await countAskedBy(request.ctx, shown.reference);
      const values = {
        reference: shown.reference,
        status,
        meaning,
        program: program ?? '',
        startsOn: startsOn ?? '',
        heldAt: heldAt ?? '',
        dueOn: account?.nextDueOn ?? '',
        dueAmount: account?.nextDueAmount ? String(account.nextDueAmount) : '',
        asks: site ? askHowToPay(site.fees, site.institute.phones) : '',
        sentOn: sentAt.toISOString(),
        place: place === null ? '' : String(place),
        missing: counts?.asked ? String(counts.missing) : '',
      };
      return showForm(request, reply, options, { path: statusPath, values });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const values = { reference, phone };
      return showForm(request, reply, options, { path: statusPath, values, ...toRefused(error) });
    }
  });
}

interface CodeForm {
  path: string;
  read(typed: string): string | undefined;
  toPath(code: string): string;
  findFault(typed: string): string | undefined;
}

/** Leads to the page of the code. A code in the query would be one more address of it. */
function acceptCodeForm(
  scope: FastifyInstance,
  options: PageOptions,
  { path, read, toPath, findFault }: CodeForm,
) {
  scope.post(path, (request: FormRequest, reply) => {
    const typed = request.body?.get('code') ?? '';
    const code = read(typed);
    if (code) return reply.redirect(toPath(code), 303);
    const fault = findFault(typed);
    if (!fault) return reply.redirect(toPath(toBareCode(typed)), 303);
    return showForm(request, reply, options, {
      path,
      status: 400,
      values: { code: typed },
      faults: [{ path: 'code', message: fault }],
      message: fault,
    });
  });
}

function acceptEmailLink(scope: FastifyInstance, options: PageOptions, { path, call }: EmailLink): void {
  scope.post(path, async (request: FormRequest, reply) => {
    // One-click unsubscription sends the token in the address only (RFC 8058)
    const token = request.body?.get('token') ?? request.query.token;
    const answer = await passOn(options.app, request, { url: call.path, payload: { token } });
    const { statusCode: status, headers } = answer;
    const message = status < 300 ? '' : answer.json<ApiError>().error.message;
    if (headers['retry-after']) reply.header('retry-after', headers['retry-after']);
    // Mail providers follow no redirect
    return answerPostedPage(request, reply, options, {
      status,
      posted: { path, values: {}, faults: [], message },
    });
  });
}

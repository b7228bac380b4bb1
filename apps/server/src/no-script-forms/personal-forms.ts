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
import { forwardCall, toRefusedForm } from './posted-form.ts';
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
    // Mail providers should post multipart forms, but may post urlencoded ones (RFC 8058)
    acceptUnreadMultipart(oneClick);
    acceptEmailLink(oneClick, options, unsubscribeLink);
  });

  // Short address for links in SMS. Its page shows nothing until the phone number is typed
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
      const registrationStatus = await findRegistrationStatus(
        request.ctx,
        { reference, phone },
        toAddressKey(request.ip),
      );
      const { status, meaning, program, place, startsOn, heldAt, sentAt } = registrationStatus;
      const account = await findFeeAccount(request.ctx, registrationStatus.reference);
      const site = account?.nextDueOn ? (await getSite(request.ctx)).view : undefined;
      const counts = await countAskedBy(request.ctx, registrationStatus.reference);
      const shownValues = {
        reference: registrationStatus.reference,
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
      return showForm(request, reply, options, { path: statusPath, values: shownValues });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const typedFields = { reference, phone };
      return showForm(request, reply, options, {
        path: statusPath,
        values: typedFields,
        ...toRefusedForm(error),
      });
    }
  });
}

interface CodeForm {
  path: string;
  read(typed: string): string | undefined;
  toPath(code: string): string;
  findFault(typed: string): string | undefined;
}

/**
 * Accepts a form with a code and redirects to the page of that code, because a code in the query would give the page
 * a second address.
 */
function acceptCodeForm(
  scope: FastifyInstance,
  options: PageOptions,
  { path, read, toPath, findFault }: CodeForm,
) {
  scope.post(path, (request: FormRequest, reply) => {
    const typedCode = request.body?.get('code') ?? '';
    const code = read(typedCode);
    if (code) return reply.redirect(toPath(code), 303);
    const fault = findFault(typedCode);
    if (!fault) return reply.redirect(toPath(toBareCode(typedCode)), 303);
    return showForm(request, reply, options, {
      path,
      status: 400,
      values: { code: typedCode },
      faults: [{ path: 'code', message: fault }],
      message: fault,
    });
  });
}

function acceptEmailLink(scope: FastifyInstance, options: PageOptions, { path, call }: EmailLink): void {
  scope.post(path, async (request: FormRequest, reply) => {
    // One-click unsubscription sends the token only in the address (RFC 8058)
    const token = request.body?.get('token') ?? request.query.token;
    const apiAnswer = await forwardCall(options.app, request, { url: call.path, payload: { token } });
    const { statusCode: status, headers } = apiAnswer;
    const message = status < 300 ? '' : apiAnswer.json<ApiError>().error.message;
    if (headers['retry-after']) reply.header('retry-after', headers['retry-after']);
    // The answer is no redirect, because mail providers do not follow one
    return answerPostedPage(request, reply, options, {
      status,
      posted: { path, values: {}, faults: [], message },
    });
  });
}

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
import { countAskedByReference } from '../modules/school/applicant-documents/asked-documents.service.ts';
import { findFeeAccount } from '../modules/school/fees/accounts/fee-account.service.ts';
import {
  findRegistrationStatus,
  normaliseReference,
} from '../modules/school/registrations/registration-status.service.ts';
import { answerPostedPage, type PageOptions } from '../pages/page-answer.ts';
import { forwardCallToApi, toRefusedForm } from './posted-form.ts';
import { showForm } from './show-form.ts';

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined; Querystring: { token?: unknown } }>;

type EmailLinkRoute = { path: string; call: { path: string } };

const newsletterConfirmLink: EmailLinkRoute = {
  path: '/newsletter/confirm',
  call: contract.newsletter.confirm,
};
const newsletterUnsubscribeLink: EmailLinkRoute = {
  path: '/newsletter/unsubscribe',
  call: contract.newsletter.unsubscribe,
};
const statusPath = '/registration/status';

export async function servePersonalForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  acceptEmailLink(scope, options, newsletterConfirmLink);
  await scope.register(async (oneClick) => {
    // Mail providers should post multipart forms, but may post urlencoded ones (RFC 8058)
    acceptUnreadMultipart(oneClick);
    acceptEmailLink(oneClick, options, newsletterUnsubscribeLink);
  });

  // Short address for links in SMS. Its page shows nothing until the phone number is typed
  scope.get<{ Params: { reference: string } }>('/s/:reference', (request, reply) => {
    const linkedReference = normaliseReference(request.params.reference);
    const statusPageQuery = new URLSearchParams({ reference: linkedReference });
    return reply.header('cache-control', 'no-store').redirect(`${statusPath}?${statusPageQuery}`, 302);
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
    const typedPhone = request.body?.get('phone') ?? '';
    try {
      const registrationStatus = await findRegistrationStatus(
        request.ctx,
        { reference, phone: typedPhone },
        toAddressKey(request.ip),
      );
      const { status, meaning, program, place, startsOn, heldAt, sentAt } = registrationStatus;
      const feeAccount = await findFeeAccount(request.ctx, registrationStatus.reference);
      const siteForFees = feeAccount?.nextDueOn ? (await getSite(request.ctx)).view : undefined;
      const askedDocumentCounts = await countAskedByReference(request.ctx, registrationStatus.reference);
      const shownStatusValues = {
        reference: registrationStatus.reference,
        status,
        meaning,
        program: program ?? '',
        startsOn: startsOn ?? '',
        heldAt: heldAt ?? '',
        dueOn: feeAccount?.nextDueOn ?? '',
        dueAmount: feeAccount?.nextDueAmount ? String(feeAccount.nextDueAmount) : '',
        asks: siteForFees ? askHowToPay(siteForFees.fees, siteForFees.institute.phones) : '',
        sentOn: sentAt.toISOString(),
        place: place === null ? '' : String(place),
        missing: askedDocumentCounts?.asked ? String(askedDocumentCounts.missing) : '',
      };
      return showForm(request, reply, options, { path: statusPath, values: shownStatusValues });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const typedFields = { reference, phone: typedPhone };
      return showForm(request, reply, options, {
        path: statusPath,
        values: typedFields,
        ...toRefusedForm(error),
      });
    }
  });
}

interface CodeFormRules {
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
  { path, read, toPath, findFault }: CodeFormRules,
) {
  scope.post(path, (request: FormRequest, reply) => {
    const typedCode = request.body?.get('code') ?? '';
    const recognisedCode = read(typedCode);
    if (recognisedCode) return reply.redirect(toPath(recognisedCode), 303);
    const codeFault = findFault(typedCode);
    if (!codeFault) return reply.redirect(toPath(toBareCode(typedCode)), 303);
    return showForm(request, reply, options, {
      path,
      status: 400,
      values: { code: typedCode },
      faults: [{ path: 'code', message: codeFault }],
      message: codeFault,
    });
  });
}

function acceptEmailLink(scope: FastifyInstance, options: PageOptions, { path, call }: EmailLinkRoute): void {
  scope.post(path, async (request: FormRequest, reply) => {
    // One-click unsubscription sends the token only in the address (RFC 8058)
    const linkToken = request.body?.get('token') ?? request.query.token;
    const apiAnswer = await forwardCallToApi(options.app, request, {
      url: call.path,
      payload: { token: linkToken },
    });
    const { statusCode: status, headers } = apiAnswer;
    const failureMessage = status < 300 ? '' : apiAnswer.json<ApiError>().error.message;
    if (headers['retry-after']) reply.header('retry-after', headers['retry-after']);
    // The answer is no redirect, because mail providers do not follow one
    return answerPostedPage(request, reply, options, {
      status,
      posted: { path, values: {}, faults: [], message: failureMessage },
    });
  });
}

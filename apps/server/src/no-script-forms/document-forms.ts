import cookie from '@fastify/cookie';
import { ticketInput } from '@institute/contract';
import {
  documentFaults,
  documentLimits,
  documentsPath as path,
} from '@institute/contract/applicant-documents.constants';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashSha256 } from '../database/backup/file-store.ts';
import { AppError, invalidInputError } from '../errors.ts';
import { acceptFormsAndFiles, readParts } from '../http/policies/bodies.ts';
import { readAnnouncedBytes } from '../http/policies/timeouts.ts';
import {
  acceptPageUploads,
  beginDocumentTicket,
  endTicket,
  readTicket,
  requireTicket,
} from '../modules/school/applicant-documents/applicant-document.routes.ts';
import {
  listPages,
  viewAskedDocuments,
} from '../modules/school/applicant-documents/asked-documents.service.ts';
import {
  orderPages,
  removePage,
  storePage,
} from '../modules/school/applicant-documents/document-page.service.ts';
import {
  makeEndedError,
  type Ticket,
} from '../modules/school/applicant-documents/document-ticket.service.ts';
import { giveAnswer } from '../modules/school/applicant-documents/given-answer.service.ts';
import { answerPostedPage, type PageOptions } from '../pages/page-answer.ts';
import { toRefusedForm } from './posted-form.ts';

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** Of everything but the file. */
const FIELDS_BYTES = 64 * 1024;
const multipartLimits = {
  fileSize: documentLimits.pageBytes,
  files: 1,
  fields: 10,
  fieldSize: 2000,
  parts: 11,
};

interface ShownDocumentsPage {
  status?: number;
  message?: string;
  faults?: { path: string; message: string }[];
  values?: Record<string, string>;
}

/**
 * The page of an applicant's documents, and its forms. One address takes them all: `action` says which one it is, a
 * form with a file is a page, and one without both asks for a ticket.
 */
export async function serveDocumentForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  const { app } = options;
  await scope.register(cookie);
  await acceptFormsAndFiles(scope, multipartLimits);
  acceptPageUploads(scope, () => false);

  /** Never cached: somebody else may use the browser next. `view` is the contract's `AskedDocuments`. */
  async function showDocuments(
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: Ticket | undefined,
    { status = 200, message = '', faults = [], values = {} }: ShownDocumentsPage,
  ) {
    const askedDocumentsView =
      ticket && (await viewAskedDocuments(request.ctx, ticket.registration, ticket.endsAt));
    const shownPageValues = {
      ...values,
      ...(askedDocumentsView && { view: JSON.stringify(askedDocumentsView) }),
    };
    return answerPostedPage(request, reply, options, {
      status,
      posted: { path, values: shownPageValues, faults, message },
    });
  }

  async function showRefusedForm(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: AppError,
    form?: DocumentForm,
  ) {
    const { status, message, faults, retryAfter } = toRefusedForm(failure);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const { ask, action } = form ? readAskAndAction(form) : { ask: '', action: 'send' };
    const faultsOfDocument = [{ path: action ? ask : 'reference', message }];
    return showDocuments(
      request,
      reply,
      failure.code === 'UNAUTHENTICATED' ? undefined : readTicket(request),
      {
        status,
        message,
        faults: action || faults.length === 0 ? faultsOfDocument : faults,
        values: Object.fromEntries(form?.fields ?? []),
      },
    );
  }

  scope.get(path, async (request, reply) => {
    try {
      return await showDocuments(request, reply, readTicket(request), {});
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAUTHENTICATED')) throw error;
      endTicket(request, reply);
      return showDocuments(request, reply, undefined, { status: error.status, message: error.message });
    }
  });

  const postRouteOptions = {
    bodyLimit: documentLimits.pageBytes + FIELDS_BYTES,
    config: { sends: 'upload', neverWaits: true } as const,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const isFileSent = request.headers['content-type']?.startsWith('multipart/form-data');
      // Strangers send no files
      if (isFileSent && !readTicket(request)) return showRefusedForm(request, reply, makeEndedError());
      if (!isFileSent && readAnnouncedBytes(request.raw.headers) > FIELDS_BYTES)
        throw makePhotoTooLargeError();
      return undefined;
    },
  };
  scope.post(path, postRouteOptions, async (request: FormRequest, reply) => {
    let form: DocumentForm = { fields: new URLSearchParams(), bytes: undefined };
    try {
      form = await readForm(request);
      const { ask, action } = readAskAndAction(form);
      if (action === 'leave') endTicket(request, reply);
      else if (action)
        await changeDocuments(request, await requireTicket(request, app.rateLimits), {
          ...form,
          ask,
          action,
        });
      else await beginDocumentTicket(request, reply, readReferenceAndPhone(form.fields));
      const documentFragment = ask && action !== 'leave' ? `#ask-${encodeURIComponent(ask)}` : '';
      return reply.header('cache-control', 'private, no-store').redirect(path + documentFragment, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showRefusedForm(request, reply, error, form);
    }
  });
}

/** A form with a file needs no name. The first one, which asks for a ticket, has none. */
const readAskAndAction = ({ fields, bytes }: DocumentForm) => ({
  ask: fields.get('ask') ?? '',
  action: bytes ? 'send' : fields.get('action'),
});

const makePhotoTooLargeError = () => new AppError('PAYLOAD_TOO_LARGE', documentFaults.largePhoto);

interface DocumentForm {
  fields: URLSearchParams;
  /** Undefined in a form without a field for a file. */
  bytes: Buffer | undefined;
}

async function readForm(request: FormRequest): Promise<DocumentForm> {
  if (!request.isMultipart()) return { fields: request.body ?? new URLSearchParams(), bytes: undefined };
  const multipartFields = new URLSearchParams();
  let fileBytes: Buffer = Buffer.alloc(0);
  try {
    await readParts(request, async (part) => {
      if (part.type === 'file') fileBytes = await part.toBuffer();
      else multipartFields.set(part.fieldname, String(part.value));
    });
  } catch (error) {
    throw (error as FastifyError).statusCode === 413 ? makePhotoTooLargeError() : error;
  }
  return { fields: multipartFields, bytes: fileBytes };
}

function readReferenceAndPhone(fields: URLSearchParams): { reference: string; phone: string } {
  const checkedPair = ticketInput.safeParse({
    reference: fields.get('reference') ?? '',
    phone: fields.get('phone') ?? '',
  });
  if (checkedPair.success) return checkedPair.data;
  throw invalidInputError(
    checkedPair.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  );
}

type DocumentAction = DocumentForm & { ask: string; action: string };

async function changeDocuments(
  { ctx }: FastifyRequest,
  { registration }: Ticket,
  { fields, bytes, ask, action }: DocumentAction,
) {
  const documentPage = { registration, ask, sha256: fields.get('page') ?? '' };
  switch (action) {
    case 'send':
      return storePage(ctx, {
        ...documentPage,
        sha256: hashSha256(bytes ?? ''),
        bytes: bytes ?? Buffer.alloc(0),
        replaces: fields.get('replaces') || undefined,
      });
    case 'answer':
      return giveAnswer(
        ctx,
        registration,
        ask,
        fields.get('answer')?.replaceAll('\r\n', '\n').trim() || null,
      );
    case 'remove':
      return removePage(ctx, documentPage);
    case 'up':
    case 'down': {
      const pageHashes = (await listPages(ctx, registration, ask)).map(({ hash }) => hash);
      return orderPages(ctx, documentPage, movePageHash(pageHashes, documentPage.sha256, action));
    }
    default:
      throw invalidInputError([{ path: 'action', message: 'This form is not known' }]);
  }
}

/** The page changes places with its neighbour. The first one stays first, the last one last. */
function movePageHash(hashes: readonly string[], moved: string, direction: 'up' | 'down'): string[] {
  const movedIndex = hashes.indexOf(moved);
  const targetIndex = direction === 'up' ? movedIndex - 1 : movedIndex + 1;
  const neighbourHash = hashes[targetIndex];
  if (movedIndex < 0 || neighbourHash === undefined) return [...hashes];
  return hashes.map((hash, place) =>
    place === movedIndex ? neighbourHash : place === targetIndex ? moved : hash,
  );
}

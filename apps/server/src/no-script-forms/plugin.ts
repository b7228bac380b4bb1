import type { FastifyInstance } from 'fastify';
import { compressAnswer } from '../http/cache/cached-answer.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { serveDocumentForms } from './document-forms.ts';
import { serveFeeForms } from './fee-forms.ts';
import { servePersonalForms } from './personal-forms.ts';
import { servePlainForms } from './plain-forms.ts';
import { serveRegistrationSuccess } from './registration-success.ts';

/** Serves the forms of pages as browsers without scripts post them, and the pages that answer them. */
export async function serveNoScriptForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  scope.addHook('onSend', compressAnswer);
  await scope.register(servePlainForms, options);
  await scope.register(servePersonalForms, options);
  await scope.register(serveFeeForms, options);
  await scope.register(serveRegistrationSuccess, options);
  await scope.register(serveDocumentForms, options);
}

import type { FastifyInstance } from 'fastify';
import { compressAnswer } from '../http/cache/cached-answer.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { feeForms } from './fee-forms.ts';
import { personalForms } from './personal-forms.ts';
import { plainForms } from './plain-forms.ts';
import { registrationSuccess } from './registration-success.ts';

/** The forms of pages as browsers without scripts send them, and the pages that answer them. */
export async function noScriptForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  scope.addHook('onSend', compressAnswer);
  await scope.register(plainForms, options);
  await scope.register(personalForms, options);
  await scope.register(feeForms, options);
  await scope.register(registrationSuccess, options);
}

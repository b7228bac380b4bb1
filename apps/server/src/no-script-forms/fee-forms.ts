import { type ApiError, contract, type FeeStatement } from '@institute/contract';
import { feesPage as path, readPayer } from '@institute/contract/fees.constants';
import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../http/policies/bodies.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { type FormRequest, passOn, pickTyped } from './posted-form.ts';
import { showForm } from './show-form.ts';

/** One form shows the statement; the other one is on the statement and pays. */
export async function serveFeeForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  scope.post(path, async (request: FormRequest, reply) => {
    const pays = request.body?.has('amount');
    const values = pickTyped(['code', 'phone', ...(pays ? ['amount'] : [])], request.body);
    const { code = '', phone = '', amount } = values;
    const payer = { ...readPayer(code), phone };
    const call = (url: string, payload: object) => passOn(options.app, request, { url, payload });

    const payment = pays && { ...payer, amount: Number(amount?.replace(/[\s,]/g, '') || Number.NaN) };
    const paid = payment ? await call(contract.fees.pay.path, payment) : undefined;
    if (paid?.statusCode === 201) return reply.redirect(paid.json<{ data: { url: string } }>().data.url, 303);

    // A payer who may not see the statement is not asked twice
    const isKnown = !paid || paid.statusCode === 400 || paid.statusCode === 503;
    const shown = isKnown ? await call(contract.fees.statement.path, payer) : paid;
    const statement = shown.statusCode === 200 ? shown.json<{ data: FeeStatement }>().data : undefined;
    const refused = paid ?? (statement ? undefined : shown);
    const { message, details = [] } = refused?.json<ApiError>().error ?? { message: '' };
    return showForm(request, reply, options, {
      path,
      status: refused?.statusCode ?? 200,
      retryAfter: refused?.headers['retry-after'],
      values,
      faults: details,
      message: details[0]?.message ?? message,
      ...(statement && { answer: statement }),
    });
  });
}

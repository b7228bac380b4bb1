import { type ApiError, contract, type FeeStatement } from '@institute/contract';
import { feesPagePath as path, readPayerCodeOrReference } from '@institute/contract/fees.constants';
import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../http/policies/bodies.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { type FormRequest, forwardCallToApi, pickTypedValues } from './posted-form.ts';
import { showForm } from './show-form.ts';

/** Serves two forms: one shows the statement, and one on the statement starts a payment. */
export async function serveFeeForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  scope.post(path, async (request: FormRequest, reply) => {
    const isPaymentForm = request.body?.has('amount');
    const typedValues = pickTypedValues(
      ['code', 'phone', ...(isPaymentForm ? ['amount'] : [])],
      request.body,
    );
    const { code = '', phone = '', amount } = typedValues;
    const payerAndPhone = { ...readPayerCodeOrReference(code), phone };
    const callApi = (url: string, payload: object) =>
      forwardCallToApi(options.app, request, { url, payload });

    const paymentRequest = isPaymentForm && {
      ...payerAndPhone,
      amount: Number(amount?.replace(/[\s,]/g, '') || Number.NaN),
    };
    const paymentAnswer = paymentRequest ? await callApi(contract.fees.pay.path, paymentRequest) : undefined;
    if (paymentAnswer?.statusCode === 201)
      return reply.redirect(paymentAnswer.json<{ data: { url: string } }>().data.url, 303);

    // Somebody who may not see the statement is not checked a second time
    const mayShowStatement =
      !paymentAnswer || paymentAnswer.statusCode === 400 || paymentAnswer.statusCode === 503;
    const statementAnswer = mayShowStatement
      ? await callApi(contract.fees.statement.path, payerAndPhone)
      : paymentAnswer;
    const feeStatement =
      statementAnswer.statusCode === 200 ? statementAnswer.json<{ data: FeeStatement }>().data : undefined;
    const refusedAnswer = paymentAnswer ?? (feeStatement ? undefined : statementAnswer);
    const { message, details = [] } = refusedAnswer?.json<ApiError>().error ?? { message: '' };
    return showForm(request, reply, options, {
      path,
      status: refusedAnswer?.statusCode ?? 200,
      retryAfter: refusedAnswer?.headers['retry-after'],
      values: typedValues,
      faults: details,
      message: details[0]?.message ?? message,
      ...(feeStatement && { answer: feeStatement }),
    });
  });
}

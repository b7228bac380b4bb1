import { type ApiError, apiError } from '@institute/contract';
import { TRPCClientError } from '@trpc/client';

interface Answer {
  status: number;
  body: unknown;
}
type Narrowed<A> = Extract<A, { status: 200 | 201 }>;
type Success<A> = [Narrowed<A>] extends [never] ? A : Narrowed<A>;
export type DataOf<A> = Success<A> extends { body: { data: infer D } } ? D : never;

export async function requireSuccess<A extends Answer>(call: Promise<A>): Promise<Success<A>> {
  const answer = await call;
  if (answer.status !== 200 && answer.status !== 201) {
    throw new Error(`The call failed with ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer as Success<A>;
}

export async function readData<A extends Answer>(call: Promise<A>): Promise<DataOf<A>> {
  const { body } = await requireSuccess(call);
  return (body as { data: DataOf<A> }).data;
}

export type Refusal = ApiError['error'] & { status: number };

export async function readRefusal(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof TRPCClientError) {
    const { httpStatus, apiError } = outcome.data as { httpStatus: number; apiError: ApiError['error'] };
    return { status: httpStatus, ...apiError };
  }
  if (outcome instanceof Error) throw outcome;
  const { status, body } = outcome as Answer;
  const { success, data } = apiError.safeParse(body);
  if (!success) throw new Error(`The call was not refused: ${JSON.stringify(outcome)}`);
  return { status, ...data.error };
}

/** Asks again while the answer is 503, as clients do. A busy machine cannot serve all callers in time. */
export async function askUntilAdmitted<T extends { status: number } | { statusCode: number }>(
  ask: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (('status' in answer ? answer.status : answer.statusCode) !== 503) return answer;
  }
}

import { ApiFailure, ok } from '@institute/client/failure';
import { readBody } from '@institute/client/transport';
import type * as z from 'zod';

/** For calls outside the API, whose answers have no envelope. */
export async function readResponseAnswer<Answer>(
  response: Response,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const { ok: isOk, status } = response;
  const responseBody = await readBody(response);
  const answerData = await ok(
    Promise.resolve({ status, body: isOk ? { data: responseBody } : responseBody }),
  );
  const parsedAnswer = schema.safeParse(answerData);
  if (parsedAnswer.success) return parsedAnswer.data;
  throw new ApiFailure(502, { code: 'INTERNAL_ERROR', message: 'The server could not be understood' });
}

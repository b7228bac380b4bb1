import { ApiFailure, ok } from '@institute/client/failure';
import { readBody } from '@institute/client/transport';
import type * as z from 'zod';

/** For calls outside the API, whose answers have no envelope. */
export async function readAnswer<Answer>(response: Response, schema: z.ZodType<Answer>): Promise<Answer> {
  const { ok: isOk, status } = response;
  const body = await readBody(response);
  const data = await ok(Promise.resolve({ status, body: isOk ? { data: body } : body }));
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  throw new ApiFailure(502, { code: 'INTERNAL_ERROR', message: 'The server could not be understood' });
}

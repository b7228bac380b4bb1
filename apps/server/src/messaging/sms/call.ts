import type * as z from 'zod';

const TIMEOUT_MS = 15_000;
/** Bytes. Answers are much shorter; an endless page is cut off here. */
const LONGEST_ANSWER = 64 * 1024;

interface Call {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * The body is undefined when it breaks off or is not what the schema describes. Fails when no status comes in
 * time.
 */
export async function callGateway<T>(
  url: string,
  { method = 'GET', headers, body }: Call,
  schema: z.ZodType<T>,
): Promise<{ status: number; answer: T | undefined }> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, answer: schema.safeParse(await readJson(response)).data };
}

async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LONGEST_ANSWER) return undefined;
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

import type * as z from 'zod';

const TIMEOUT_MS = 15_000;
/** Most bytes that are read of an answer. Real answers are much shorter, and an endless page is cut off here. */
const MAX_GATEWAY_ANSWER_BYTES = 64 * 1024;

interface GatewayCall {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * Calls the gateway. The body is undefined when it breaks off or does not fit the schema. Throws when no status comes
 * in time.
 */
export async function callGateway<T>(
  url: string,
  { method = 'GET', headers, body }: GatewayCall,
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
  let byteCount = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount > MAX_GATEWAY_ANSWER_BYTES) return undefined;
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

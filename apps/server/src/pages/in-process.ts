import { apiPrefix } from '@institute/contract/api.constants';
import type { Send } from '@institute/contract/page-bundle';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { CachedReads } from '../http/cached-reads.ts';
import { inProcessCall } from '../http/in-process-call.ts';
import type { Read, Sources } from '../http/page-cache.ts';
import type { Preview } from './preview.ts';

interface PageRequest {
  preview: Preview | null;
  known: ReadonlyMap<string, Read> | undefined;
  remoteAddress: string;
}

type Outcome = Pick<Read, 'status' | 'retryAfter'>;

/** No call is made where the answer is known. */
export function inProcess(
  { app, reads }: { app: FastifyInstance; reads?: CachedReads },
  { preview, known, remoteAddress }: PageRequest,
) {
  let worst: Outcome = { status: 0 };
  const note = (outcome: Outcome) => {
    if (outcome.status > worst.status) worst = outcome;
  };
  /** Undefined once a call was made whose answer cannot be checked again later. */
  let sources: Map<string, string> | undefined = new Map();
  const send: Send = async ({ method, path, headers, body }) => {
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
    const url = apiPrefix + path;
    if (reads && method === 'GET') {
      const read = known?.get(url) ?? (await reads.read(app, url, { headers, remoteAddress }));
      note(read);
      if (read.status !== 200) sources = undefined;
      sources?.set(url, read.digest);
      return { status: read.status, body: read.content() };
    }
    sources = undefined;
    const answer = await inProcessCall(app, {
      method: method as InjectOptions['method'],
      url,
      headers,
      remoteAddress,
      ...(body !== undefined && { payload: body }),
    });
    const status = answer.statusCode;
    note({ status, retryAfter: answer.headers['retry-after'] });
    return { status, body: JSON.parse(answer.payload) as unknown };
  };
  return { send, worst: () => worst, sources: (): Sources | undefined => sources };
}

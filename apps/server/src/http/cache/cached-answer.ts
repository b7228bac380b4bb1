import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workQueue } from '../../background/work-queue.ts';
import { varyBy } from '../conditional.ts';
import { contentTag } from '../etag.ts';

const WORTHWHILE_BYTES = 1024;
/** Takes a few milliseconds for a page of 80 kB. The best quality takes 130 ms and saves a ninth. */
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';

type Variant = {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  /** The headers as Node writes them fastest. */
  lines: string[];
};

export type CachedAnswer = {
  status: number;
  etag: string;
  digest: string;
  /** The pattern of the route, for logs and figures. */
  route: string;
  variants: Record<Encoding, Variant>;
  /** Header lines of a 304. */
  unchanged: string[];
  bytes: number;
};

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

/** Each of brotli takes 1.6 MB from its call on, and Node works on four at a time. */
const { run: inTurn } = workQueue({ atOnce: 4 });

const compress = {
  gzip: (text: string | Buffer) => inTurn(() => gz(text)),
  br: (text: string | Buffer) => inTurn(() => brotli(text, brotliOptions)),
};

/** Compresses once for all readers. An equal body reuses the compressed bytes of `last`. */
export async function cachedAnswer(
  status: number,
  text: string,
  { 'x-request-id': _request, traceparent: _trace, ...headers }: OutgoingHttpHeaders,
  route = 'none',
  last?: CachedAnswer,
): Promise<CachedAnswer> {
  const identity = Buffer.from(text);
  const digest = contentTag(identity);
  const etag = headers.etag?.toString() ?? digest;
  const { 'content-type': _type, ...unchanged } = { ...headers, etag };
  const isShort = identity.length < WORTHWHILE_BYTES;
  const [gzipped, brotlied] = isShort
    ? [identity, identity]
    : last?.digest === digest
      ? [last.variants.gzip.body, last.variants.br.body]
      : await Promise.all([compress.gzip(identity), compress.br(identity)]);
  const makeVariant = (body: Buffer, encoding?: Encoding): Variant => {
    const whole = {
      ...headers,
      etag,
      ...(body !== identity && { 'content-encoding': encoding }),
      'content-length': body.length,
    };
    return { body, headers: whole, lines: headerLines(whole) };
  };
  return {
    status,
    etag,
    digest,
    route,
    variants: {
      identity: makeVariant(identity),
      gzip: makeVariant(gzipped, 'gzip'),
      br: makeVariant(brotlied, 'br'),
    },
    unchanged: headerLines(unchanged),
    bytes: identity.length + gzipped.length + brotlied.length,
  };
}

const headerLines = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

const acceptsPattern = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');
const [acceptsBrotli, acceptsGzip] = [acceptsPattern('br'), acceptsPattern('gzip')];

export function encodingFor(accepted = ''): Encoding {
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity';
}

export async function compressAnswer({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  varyBy(reply, 'Accept-Encoding');
  if (typeof payload !== 'string' || payload.length < WORTHWHILE_BYTES) return payload;
  const encoding = encodingFor(headers['accept-encoding']?.toString());
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compress[encoding](payload);
}

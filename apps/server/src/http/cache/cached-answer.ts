import type { OutgoingHttpHeaders } from 'node:http';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workQueue } from '../../background/work-queue.ts';
import { varyBy } from '../conditional.ts';
import { contentTag } from '../etag.ts';

const WORTHWHILE_BYTES = 1024;
/** Takes a few milliseconds for a page of 80 kB. The best quality takes 130 ms and saves a ninth. */
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';

/** `lines` and `body` have the forms that Node writes fastest. */
type Variant = {
  /** Latin-1: one character for each byte. */
  body: string;
  headers: OutgoingHttpHeaders;
  lines: string[];
};

export type CachedAnswer = {
  status: number;
  etag: string;
  digest: string;
  route: string;
  variants: Record<Encoding, Variant>;
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

/**
 * Compresses once for all readers. An equal body reuses the compressed bytes of `last`; an equal answer is
 * `last` itself.
 */
export async function cachedAnswer(
  status: number,
  text: string,
  { etag: given, 'x-request-id': _request, traceparent: _trace, ...headers }: OutgoingHttpHeaders,
  route = 'none',
  last?: CachedAnswer,
): Promise<CachedAnswer> {
  const identity = Buffer.from(text);
  const digest = contentTag(identity);
  const known = last?.digest === digest ? last : undefined;
  const etag = given?.toString() ?? digest;
  const { 'content-type': type, ...unchanged } = { ...headers, etag };
  const isSame =
    known?.status === status &&
    known.variants.identity.headers['content-type'] === type &&
    isDeepStrictEqual(known.unchanged, headerLines(unchanged));
  if (isSame) return known;
  const [gzipped, brotlied] =
    identity.length < WORTHWHILE_BYTES
      ? [identity, identity]
      : known
        ? [variantBytes(known.variants.gzip), variantBytes(known.variants.br)]
        : await Promise.all([compress.gzip(identity), compress.br(identity)]);
  const makeVariant = (bytes: Buffer, encoding?: Encoding): Variant => {
    const whole = {
      ...unchanged,
      ...(type !== undefined && { 'content-type': type }),
      ...(bytes !== identity && { 'content-encoding': encoding }),
      'content-length': bytes.length,
    };
    return { body: bytes.toString('latin1'), headers: whole, lines: headerLines(whole) };
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

const variantBytes = ({ body }: Variant): Buffer => Buffer.from(body, 'latin1');

const headerLines = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

const contents = new WeakMap<CachedAnswer, unknown>();

/** Parsed once for all pages that show it. Callers must not change it. */
export function answerContent(answer: CachedAnswer): unknown {
  const known = contents.get(answer);
  if (known !== undefined) return known;
  const content: unknown = JSON.parse(variantBytes(answer.variants.identity).toString());
  contents.set(answer, content);
  return content;
}

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

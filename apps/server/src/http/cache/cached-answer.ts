import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeWorkQueue } from '../../background/work-queue.ts';
import { addVary } from '../conditional.ts';
import { makeContentTag } from '../etag.ts';

const WORTHWHILE_BYTES = 1024;
/** Takes a few milliseconds for a page of 80 kB. The best quality takes 130 ms and saves a ninth. */
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';

export type Variant = {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  /** The headers as Node writes them fastest. */
  lines: string[];
};

export type CachedAnswer = {
  status: number;
  etag: string;
  /** The pattern of the route, for logs and figures. */
  route: string;
  text: Text;
  /** All that a page was made of. Undefined for other answers. */
  reads?: Reads | undefined;
  /** At once for all but the first readers who accept this encoding. */
  variant(encoding: Encoding): Variant | Promise<Variant>;
  /** Header lines of a 304. */
  unchanged: string[];
  /** Estimated: the compressed bodies take less than the text, which is not known before they are made. */
  bytes: number;
};

/** Digests of the answers to the calls of a page, by their paths. */
export type Reads = ReadonlyMap<string, string>;

type Text = {
  digest: string;
  identity: Buffer;
  /** Compresses when the first reader asks for it. */
  body(encoding: Encoding): Promise<Buffer>;
};

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

/** Each of brotli takes 1.6 MB from its call on, and Node works on four at a time. */
const { run: inTurn } = makeWorkQueue({ atOnce: 4 });

const compress = {
  gzip: (text: string | Buffer) => inTurn(() => gz(text)),
  br: (text: string | Buffer) => inTurn(() => brotli(text, brotliOptions)),
};

function makeText(text: string, digest: string): Text {
  const identity = Buffer.from(text);
  const bodies: Partial<Record<Encoding, Promise<Buffer>>> = {};
  const makeBody = async (encoding: Encoding) =>
    encoding === 'identity' || identity.length < WORTHWHILE_BYTES ? identity : compress[encoding](identity);
  const forgetFailed = (encoding: Encoding) => (error: unknown) => {
    delete bodies[encoding];
    throw error;
  };
  const readBody = (encoding: Encoding) =>
    (bodies[encoding] ??= makeBody(encoding).catch(forgetFailed(encoding)));
  return { digest, identity, body: readBody };
}

/** Compresses once for all readers. An equal body reuses the compressed bytes of `last`. */
export function makeCachedAnswer(
  status: number,
  content: string,
  { 'x-request-id': _request, traceparent: _trace, ...headers }: OutgoingHttpHeaders,
  route = 'none',
  last?: CachedAnswer,
): CachedAnswer {
  const digest = makeContentTag(content);
  const text = last?.text.digest === digest ? last.text : makeText(content, digest);
  const etag = headers.etag?.toString() ?? digest;
  const { 'content-type': _type, ...unchanged } = { ...headers, etag };
  const variants: Partial<Record<Encoding, Variant>> = {};
  const makeVariant = async (encoding: Encoding) => {
    const body = await text.body(encoding);
    const whole = {
      ...headers,
      etag,
      ...(body !== text.identity && { 'content-encoding': encoding }),
      'content-length': body.length,
    };
    const variant = { body, headers: whole, lines: listHeaderLines(whole) };
    variants[encoding] = variant;
    return variant;
  };
  return {
    status,
    etag,
    route,
    text,
    variant: (encoding) => variants[encoding] ?? makeVariant(encoding),
    unchanged: listHeaderLines(unchanged),
    bytes: 2 * text.identity.length,
  };
}

const listHeaderLines = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

const makeAcceptsPattern = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');
const acceptsBrotli = makeAcceptsPattern('br');
const acceptsGzip = makeAcceptsPattern('gzip');

export function chooseEncoding(accepted = ''): Encoding {
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity';
}

export async function compressAnswer({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  addVary(reply, 'Accept-Encoding');
  if (typeof payload !== 'string' || payload.length < WORTHWHILE_BYTES) return payload;
  const encoding = chooseEncoding(headers['accept-encoding']?.toString());
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compress[encoding](payload);
}

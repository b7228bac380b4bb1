import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeWorkQueue } from '../../background/work-queue.ts';
import { addVary } from '../conditional.ts';
import { makeContentTag } from '../etag.ts';

const MIN_COMPRESSED_BYTES = 1024;
/** At this quality a page of 80 kB takes a few milliseconds. The best quality would take 130 ms and save a ninth. */
const BROTLI_QUALITY = 5;

export type ContentEncoding = 'identity' | 'gzip' | 'br';

export type AnswerVariant = {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  /** The headers as lines, which Node writes fastest. */
  lines: string[];
};

export type CachedAnswer = {
  status: number;
  etag: string;
  /** Pattern of the route, for logs and metrics. */
  route: string;
  text: AnswerText;
  /** Digests of everything that a page was made of. Undefined for other answers. */
  reads?: ReadDigests | undefined;
  /** Returns the answer in one encoding. The first reader with that encoding waits until it is compressed. */
  variant(encoding: ContentEncoding): AnswerVariant | Promise<AnswerVariant>;
  /** Header lines of an answer with status 304. */
  unchanged: string[];
  /** Estimated size. The compressed bodies take less than the text, but their sizes are not known yet. */
  bytes: number;
};

/** Digests of the API's answers for a page, by their paths. */
export type ReadDigests = ReadonlyMap<string, string>;

type AnswerText = {
  digest: string;
  identity: Buffer;
  /** Returns the body in one encoding. It is compressed when the first reader asks for it. */
  body(encoding: ContentEncoding): Promise<Buffer>;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

/** Four at a time, because Node works on four, and a brotli compression takes 1.6 MB from its call on. */
const { run: inTurn } = makeWorkQueue({ atOnce: 4 });

const compressByEncoding = {
  gzip: (text: string | Buffer) => inTurn(() => compressGzip(text)),
  br: (text: string | Buffer) => inTurn(() => compressBrotli(text, brotliOptions)),
};

function makeAnswerText(text: string, digest: string): AnswerText {
  const identityBody = Buffer.from(text);
  const bodyByEncoding: Partial<Record<ContentEncoding, Promise<Buffer>>> = {};
  const makeEncodedBody = async (encoding: ContentEncoding) =>
    encoding === 'identity' || identityBody.length < MIN_COMPRESSED_BYTES
      ? identityBody
      : compressByEncoding[encoding](identityBody);
  const forgetFailedBody = (encoding: ContentEncoding) => (error: unknown) => {
    delete bodyByEncoding[encoding];
    throw error;
  };
  const readBody = (encoding: ContentEncoding) =>
    (bodyByEncoding[encoding] ??= makeEncodedBody(encoding).catch(forgetFailedBody(encoding)));
  return { digest, identity: identityBody, body: readBody };
}

/** Makes an answer that is compressed once for all readers. An equal text keeps the compressed bodies of `last`. */
export function makeCachedAnswer(
  status: number,
  content: string,
  { 'x-request-id': _request, traceparent: _trace, ...headers }: OutgoingHttpHeaders,
  route = 'none',
  last?: CachedAnswer,
): CachedAnswer {
  const contentDigest = makeContentTag(content);
  const answerText = last?.text.digest === contentDigest ? last.text : makeAnswerText(content, contentDigest);
  const etag = headers.etag?.toString() ?? contentDigest;
  const { 'content-type': _type, ...unchanged } = { ...headers, etag };
  const variantByEncoding: Partial<Record<ContentEncoding, AnswerVariant>> = {};
  const makeVariant = async (encoding: ContentEncoding) => {
    const encodedBody = await answerText.body(encoding);
    const variantHeaders = {
      ...headers,
      etag,
      ...(encodedBody !== answerText.identity && { 'content-encoding': encoding }),
      'content-length': encodedBody.length,
    };
    const answerVariant = {
      body: encodedBody,
      headers: variantHeaders,
      lines: listHeaderLines(variantHeaders),
    };
    variantByEncoding[encoding] = answerVariant;
    return answerVariant;
  };
  return {
    status,
    etag,
    route,
    text: answerText,
    variant: (encoding) => variantByEncoding[encoding] ?? makeVariant(encoding),
    unchanged: listHeaderLines(unchanged),
    bytes: 2 * answerText.identity.length,
  };
}

const listHeaderLines = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

const makeAcceptsPattern = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');
const acceptsBrotliPattern = makeAcceptsPattern('br');
const acceptsGzipPattern = makeAcceptsPattern('gzip');

export function chooseEncoding(accepted = ''): ContentEncoding {
  if (acceptsBrotliPattern.test(accepted)) return 'br';
  return acceptsGzipPattern.test(accepted) ? 'gzip' : 'identity';
}

export async function compressAnswer({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  addVary(reply, 'Accept-Encoding');
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_BYTES) return payload;
  const encoding = chooseEncoding(headers['accept-encoding']?.toString());
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compressByEncoding[encoding](payload);
}

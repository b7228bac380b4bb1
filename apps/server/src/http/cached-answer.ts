import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTag } from './conditional.ts';

export const WORTHWHILE_BYTES = 1024;
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';
type Variant = { body: Buffer; headers: OutgoingHttpHeaders };

/** A complete answer in every encoding. */
export type CachedAnswer = {
  status: number;
  etag: string;
  /** Route pattern of the address. */
  route: string;
  variants: Record<Encoding, Variant>;
  bytes: number;
};

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

export const compress = {
  gzip: (text: string | Buffer) => gz(text),
  br: (text: string | Buffer) => brotli(text, brotliOptions),
};

/** Compresses the body once for all readers. */
export async function cachedAnswer(
  status: number,
  text: string,
  { etag: given, vary, 'x-request-id': _request, traceparent: _trace, ...headers }: OutgoingHttpHeaders,
  route = 'none',
): Promise<CachedAnswer> {
  const identity = Buffer.from(text);
  const [gzipped, brotlied] =
    identity.length < WORTHWHILE_BYTES
      ? [identity, identity]
      : await Promise.all([compress.gzip(identity), compress.br(identity)]);
  const etag = given?.toString() ?? contentTag(identity);
  const variant = (body: Buffer, encoding?: Encoding): Variant => ({
    body,
    headers: {
      ...headers,
      etag,
      vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
      ...(body !== identity && { 'content-encoding': encoding }),
      'content-length': body.length,
    },
  });
  return {
    status,
    etag,
    route,
    variants: { identity: variant(identity), gzip: variant(gzipped, 'gzip'), br: variant(brotlied, 'br') },
    bytes: identity.length + gzipped.length + brotlied.length,
  };
}

/** Matches the name in the list, unless its quality is zero. */
const named = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');
const [acceptsBrotli, acceptsGzip] = [named('br'), named('gzip')];

/** The smallest encoding that the caller accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity';
}

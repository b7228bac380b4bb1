import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTag } from './conditional.ts';

export const WORTHWHILE_BYTES = 1024;
const BROTLI_QUALITY = 5;

export type Encoding = 'identity' | 'gzip' | 'br';
type Variant = { body: Buffer; headers: OutgoingHttpHeaders };

/** An answer as it goes over the wire, ready in every encoding. */
export type CachedAnswer = {
  status: number;
  etag: string;
  variants: Record<Encoding, Variant>;
  bytes: number;
};

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

export const squeeze = {
  gzip: (text: string | Buffer) => gz(text),
  br: (text: string | Buffer) => brotli(text, brotliOptions),
};

/** The bodies are compressed here, once. */
export async function cachedAnswer(
  status: number,
  text: string,
  { etag: given, vary, 'x-request-id': _request, ...headers }: OutgoingHttpHeaders,
): Promise<CachedAnswer> {
  const identity = Buffer.from(text);
  const [gzipped, brotlied] =
    identity.length < WORTHWHILE_BYTES
      ? [identity, identity]
      : await Promise.all([squeeze.gzip(identity), squeeze.br(identity)]);
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
    variants: { identity: variant(identity), gzip: variant(gzipped, 'gzip'), br: variant(brotlied, 'br') },
    bytes: identity.length + gzipped.length + brotlied.length,
  };
}

/** The name in the list, unless with a quality of zero. */
const named = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');
const [takesBrotli, takesGzip] = [named('br'), named('gzip')];

/** The smallest encoding that a caller takes. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (takesBrotli.test(accepted)) return 'br';
  return takesGzip.test(accepted) ? 'gzip' : 'identity';
}

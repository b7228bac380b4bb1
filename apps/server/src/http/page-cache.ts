import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MAX_ENTRIES = 500;
const MAX_BYTES = 64 * 1024 * 1024;
/** Even what nobody changed is made anew: a publication falls due, a year ends, a notice gets lost. */
const MAX_AGE_MS = 60_000;
const WORTHWHILE_BYTES = 1024;

export type Encoding = 'identity' | 'gzip' | 'br';
type Variant = { body: Buffer; headers: OutgoingHttpHeaders };

/** An answer as it goes over the wire, ready in every encoding. */
export type Entry = { status: number; etag: string; variants: Record<Encoding, Variant>; bytes: number };

/** Somebody makes the answer; whoever asks for it meanwhile waits for the same one. */
export type Filling = { result: Promise<Entry | undefined>; settle: (entry?: Entry) => void };

type Kept = { entry: Entry; generation: number; madeAt: number };

/**
 * Answers to anonymous reads, pages and JSON alike. One content version for all of them: any change of
 * content makes every entry old at once, and what was begun before it is not kept.
 */
export class PageCache {
  /** Shortened while notices of other processes cannot be heard. */
  maxAgeMs = MAX_AGE_MS;
  #kept = new Map<string, Kept>();
  #fillings = new Map<string, Filling>();
  #generation = 0;
  #bytes = 0;

  get(key: string): Entry | undefined {
    const kept = this.#kept.get(key);
    if (!kept || kept.generation !== this.#generation || Date.now() - kept.madeAt > this.maxAgeMs) return;
    // the map's order is that of use: the first to go is the one longest unused
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.entry;
  }

  /** What was last known, however old: better than nothing while the database is away. */
  last(key: string): Entry | undefined {
    return this.#kept.get(key)?.entry;
  }

  /** The making of an answer that is under way. */
  filling(key: string): Filling | undefined {
    return this.#fillings.get(key);
  }

  /** To be settled with the answer, or with nothing when it may not be kept. */
  fill(key: string): Filling {
    const generation = this.#generation;
    const { promise, resolve } = Promise.withResolvers<Entry | undefined>();
    const settle = (entry?: Entry) => {
      if (this.#fillings.get(key) === filling) this.#fillings.delete(key);
      if (entry && generation === this.#generation) this.#keep(key, entry, generation);
      resolve(entry);
    };
    const filling = { result: promise, settle };
    this.#fillings.set(key, filling);
    return filling;
  }

  /** To be called in the instant in which content changes. */
  clear(): void {
    this.#generation += 1;
    this.#fillings.clear();
  }

  #keep(key: string, entry: Entry, generation: number): void {
    this.#drop(key);
    this.#kept.set(key, { entry, generation, madeAt: Date.now() });
    this.#bytes += entry.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.entry.bytes ?? 0;
    this.#kept.delete(key);
  }
}

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

/** The bodies are compressed here, once, and never on a request. */
export async function makeEntry(status: number, text: string, given: OutgoingHttpHeaders): Promise<Entry> {
  const identity = Buffer.from(text);
  const [gzipped, brotlied] =
    identity.length < WORTHWHILE_BYTES
      ? [identity, identity]
      : await Promise.all([
          gz(identity),
          brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        ]);
  const etag = given.etag?.toString() ?? contentTag(identity);
  const vary = given.vary ? `${given.vary}, Accept-Encoding` : 'Accept-Encoding';
  const variant = (body: Buffer, encoding?: Encoding): Variant => ({
    body,
    headers: {
      ...given,
      etag,
      vary,
      ...(encoding && body !== identity && { 'content-encoding': encoding }),
      'content-length': body.length,
    },
  });
  return {
    status,
    etag,
    variants: {
      identity: variant(identity),
      gzip: variant(gzipped, 'gzip'),
      br: variant(brotlied, 'br'),
    },
    bytes: identity.length + gzipped.length + brotlied.length,
  };
}

const contentTag = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const refused = /;\s*q=0(?:\.0*)?\s*$/;

/** The smallest encoding that a caller takes. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const names = accepted.split(',').filter((part) => !refused.test(part));
  const takes = (name: string) => names.some((part) => part.trim().split(';')[0]?.trim() === name);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

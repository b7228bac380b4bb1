import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { loadSecret, replaceSecret } from './data-dir.ts';

export interface DataKey {
  /** Part of each encrypted text. It says which key opens the text, and does not reveal the key. */
  id: string;
  encryption: Buffer;
  hashing: Buffer;
}

export interface DataKeys {
  /** Returns all keys. The first one encrypts, and each of them can decrypt. */
  all(): readonly [DataKey, ...DataKey[]];
  /** Where the keys are kept, for messages to the operator. */
  place: string;
  /** Adds a new first key. Undefined when the keys are in a setting, which only the operator changes. */
  add?(): void;
}

export class SealedTextError extends Error {
  override name = 'SealedTextError';
}

const KEY_FILE = 'data-key';
const keyFormat = /^[A-Za-z0-9+/]{43}=$/;

/** Parses keys of 32 bytes in base64. Returns undefined for any other text. */
export function parseKeys(text: string, separator: string): [DataKey, ...DataKey[]] | undefined {
  const keyTexts = text.trim().split(separator);
  const [first, ...others] = keyTexts.map((one) => one.trim());
  if (!first || ![first, ...others].every((one) => keyFormat.test(one))) return undefined;
  return [parseKey(first), ...others.map(parseKey)];
}

/**
 * Makes data keys from settings. A key derived from `AUTH_SECRET` comes last: replicas share it until an operator
 * sets `DATA_KEY`, and afterwards it opens what was encrypted before.
 */
export function makeDataKeys(keys: readonly DataKey[], authSecret?: string): DataKeys {
  const [first, ...others] = [...keys, ...(authSecret === undefined ? [] : [deriveDataKey(authSecret)])];
  if (!first) throw new StartError('There is neither DATA_KEY nor AUTH_SECRET.');
  return { all: () => [first, ...others], place: keys.length > 0 ? 'DATA_KEY' : 'AUTH_SECRET or DATA_KEY' };
}

const deriveDataKey = (authSecret: string) =>
  parseKey(Buffer.from(hkdfSync('sha256', authSecret, '', 'institute data key', 32)).toString('base64'));

/**
 * Loads the keys of the file, which has one key in each line. The first start makes one. A change of the file takes
 * effect at once, so that a key can be added while the product runs.
 */
export function loadKeys(dir: string): DataKeys {
  loadSecret(dir, KEY_FILE, makeKeyText);
  const dataKeyFile = join(dir, KEY_FILE);
  let lastReadKeys: { stamp: string; keys: [DataKey, ...DataKey[]] } | undefined;
  const readKeys = () => {
    const { ino, mtimeMs } = statSync(dataKeyFile);
    const fileStamp = `${ino} ${mtimeMs}`;
    if (lastReadKeys?.stamp !== fileStamp)
      lastReadKeys = {
        stamp: fileStamp,
        keys: parseKeys(readFileSync(dataKeyFile, 'utf8'), '\n') ?? throwKeyFileError(dataKeyFile),
      };
    return lastReadKeys.keys;
  };
  readKeys();
  const addKey = () =>
    replaceSecret(dir, KEY_FILE, `${makeKeyText()}\n${readFileSync(dataKeyFile, 'utf8').trim()}\n`);
  return { all: readKeys, place: dataKeyFile, add: addKey };
}

/** Encrypts a text with the first key. The text opens only with the same `boundTo`. */
export function sealText(keys: DataKeys, text: string, boundTo: string): string {
  const [{ id, encryption }] = keys.all();
  return `${id}.${encrypt(encryption, text, boundTo).toString('base64')}`;
}

export function unsealText(keys: DataKeys, sealed: string, boundTo: string): string {
  const id = readKeyId(sealed);
  const keyOfSealedText = keys.all().find((one) => one.id === id);
  if (!keyOfSealedText) throw new SealedTextError(`The data key ${id} is not in ${keys.place}`);
  const decryptedText = decrypt(
    keyOfSealedText.encryption,
    Buffer.from(sealed.slice(id.length + 1), 'base64'),
    boundTo,
  );
  if (decryptedText === null)
    throw new SealedTextError('An encrypted text was changed, or moved from another row');
  return decryptedText;
}

export const readKeyId = (sealed: string): string => sealed.slice(0, Math.max(0, sealed.indexOf('.')));

/**
 * Hashes a text so that only somebody with the key can compute or compare the hash. The number fits an integer of
 * PostgreSQL.
 */
export const hashWithKey = ({ hashing }: DataKey, text: string): number =>
  createHmac('sha256', hashing).update(text).digest().readInt32BE();

const makeKeyText = () => randomBytes(32).toString('base64');

function parseKey(base64: string): DataKey {
  const decodedKeyBytes = Buffer.from(base64, 'base64');
  const deriveKey = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', decodedKeyBytes, '', `institute ${purpose}`, length));
  return {
    id: deriveKey('key id', 4).toString('hex'),
    encryption: deriveKey('encryption', 32),
    hashing: deriveKey('search', 32),
  };
}

function throwKeyFileError(file: string): never {
  throw new StartError(`${file} must hold keys of 32 bytes in base64, one in each line.`);
}

const CIPHER_NAME = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key of 32 bytes. Returns the IV, the tag and what is encrypted, which opens only with
 * the same `boundTo`.
 */
export function encrypt(key: Buffer, content: string | Buffer, boundTo: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER_NAME, key, iv).setAAD(Buffer.from(boundTo));
  const encryptedBytes = cipher.update(typeof content === 'string' ? Buffer.from(content) : content);
  // GCM returns no bytes here, but makes the tag only now
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), encryptedBytes]);
}

/** Decoding within the cipher takes longer. */
export const decrypt = (key: Buffer, bytes: Buffer, boundTo: string): string | null =>
  decryptBytes(key, bytes, boundTo)?.toString('utf8') ?? null;

/** Returns null for bytes that were changed, encrypted with another key, or bound to something else. */
export function decryptBytes(key: Buffer, bytes: Buffer, boundTo: string): Buffer | null {
  const encryptedTextStart = IV_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER_NAME, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(bytes.subarray(IV_BYTES, encryptedTextStart));
    const decryptedBytes = decipher.update(bytes.subarray(encryptedTextStart));
    // Throws when the bytes were changed or the key is wrong; AES-GCM returns no bytes at its end
    decipher.final();
    return decryptedBytes;
  } catch {
    return null;
  }
}

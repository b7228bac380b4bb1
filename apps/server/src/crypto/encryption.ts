import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key of 32 bytes. Returns the IV, the tag and the encrypted text, which opens only with
 * the same `boundTo`.
 */
export function encrypt(key: Buffer, text: string, boundTo: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Null for bytes that were changed, encrypted with another key or bound to something else. */
export function decrypt(key: Buffer, bytes: Buffer, boundTo: string): string | null {
  const textAt = IV_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(bytes.subarray(IV_BYTES, textAt));
    const text = decipher.update(bytes.subarray(textAt));
    // throws when the bytes were changed or the key is wrong; in this mode it returns no bytes
    decipher.final();
    // decoding within `update` takes longer
    return text.toString('utf8');
  } catch {
    return null;
  }
}

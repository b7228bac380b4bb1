import { randomBytes } from 'node:crypto';
import { type DataKeys, decryptBytes, encrypt } from '../../../crypto/data-keys.ts';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';
import { DOCUMENT_PAGES_TABLE, GIVEN_ANSWERS_TABLE } from './applicant-document.entity.ts';

/** The key of a page's file, which nobody can read without it: erasing it erases the file, in backups too. */
export const pageKeyColumn = declareSecretColumn(DOCUMENT_PAGES_TABLE, 'sealed_key', {
  words: 'documents of applicants',
});

export const privateAnswerColumn = {
  ...declareSecretColumn(GIVEN_ANSWERS_TABLE, 'sealed_answer', { words: 'private answers of applicants' }),
  whenErased: 'version = version + 1',
};

const makePageBinding = (id: string) => `document page ${id}`;

/** A key that opens one page only. A rotation of the data key seals it anew, and leaves the file. */
export function sealPage(keys: DataKeys, id: string, content: Buffer) {
  const pageContentKey = randomBytes(32);
  return {
    sealedKey: pageKeyColumn.seal(keys, id, pageContentKey.toString('base64')),
    file: encrypt(pageContentKey, content, makePageBinding(id)),
  };
}

/** Null when the key is missing or erased, or the file is that of another page. */
export function openPage(
  keys: DataKeys,
  { id, sealedKey }: { id: string; sealedKey: string | null },
  file: Buffer,
): Buffer | null {
  const key = sealedKey === null ? null : pageKeyColumn.open(keys, id, sealedKey);
  return key === null ? null : decryptBytes(Buffer.from(key, 'base64'), file, makePageBinding(id));
}

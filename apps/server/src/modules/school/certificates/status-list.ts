import { gzipSync } from 'node:zlib';
import type { Ctx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import { bool, int, readRows } from '../../../sql.ts';
import { makeInstituteDid } from './did.ts';

/** The shortest length that the W3C standard allows. A long list hides which certificate a request is about. */
const STATUS_LIST_LENGTH = 131_072;

/** Returns the number of the list with the status of a certificate, and the index in that list. */
export const findStatusListPlace = (id: number) => ({
  list: Math.floor(id / STATUS_LIST_LENGTH),
  index: id % STATUS_LIST_LENGTH,
});

export const makeStatusListUrl = (list: number, publicUrl: string) =>
  `${publicUrl}/certificates/status/${list}`;

/** Reads a W3C Bitstring Status List, which names no certificate. Throws 404 after the last list. */
export async function readStatusList(
  { em, now, config: { publicUrl } }: Pick<Ctx, 'em' | 'now' | 'config'>,
  list: number,
) {
  const rows = await readRows(em, { id: int, isValid: bool })(
    `select id, state = 'valid' as "isValid" from certificates where id >= ? and id < ?`,
    [list * STATUS_LIST_LENGTH, (list + 1) * STATUS_LIST_LENGTH],
  );
  if (rows.length === 0) throw notFoundError('There is no such list');
  const revocationBits = new Uint8Array(STATUS_LIST_LENGTH / 8);
  for (const { id } of rows.filter(({ isValid }) => !isValid)) {
    const { index } = findStatusListPlace(id);
    // Index 0 is the leftmost bit of the first byte
    revocationBits[index >> 3] = (revocationBits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  }
  const url = makeStatusListUrl(list, publicUrl);
  const instituteDid = makeInstituteDid(publicUrl);
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: instituteDid,
    validFrom: now().toISOString(),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(revocationBits).toString('base64url')}`,
    },
    iss: instituteDid,
    jti: url,
    nbf: Math.floor(now().getTime() / 1000),
    sub: `${url}#list`,
  };
}

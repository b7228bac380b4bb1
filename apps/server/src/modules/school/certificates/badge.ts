import { countItems } from '@institute/contract/count-items';
import { fromLocalTime } from '@institute/contract/time';
import type { CertificateRow } from './certificate.entity.ts';
import { makeInstituteDid } from './did.ts';
import { findStatusListPlace, makeStatusListUrl } from './status-list.ts';

const toStartOfDay = (day: string) => fromLocalTime(`${day}T00:00`);

/**
 * Makes an Open Badge 3.0 with the claims of a JWT. The badge leaves out the code of the paper, because people
 * show their badges to everybody.
 */
export function toCertificateBadge(row: CertificateRow & { holder: string }, publicUrl: string) {
  const { program, issuer, issuedOn, startsOn, endsOn, hours, result } = row;
  const id = `urn:uuid:${row.credentialId}`;
  const instituteDid = makeInstituteDid(publicUrl);
  const holderId = `${id}#holder`;
  const validFrom = toStartOfDay(issuedOn);
  const { list, index } = findStatusListPlace(row.id);
  const statusListUrl = makeStatusListUrl(list, publicUrl);
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: program,
    issuer: { id: instituteDid, type: ['Profile'], name: issuer, url: publicUrl },
    validFrom,
    credentialSubject: {
      id: holderId,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: row.holder, identityType: 'name' }],
      ...(startsOn && { activityStartDate: toStartOfDay(startsOn) }),
      ...(endsOn && { activityEndDate: toStartOfDay(endsOn) }),
      achievement: {
        id: `${id}#achievement`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: program,
        description: [`Certificate ${row.number}`, hours && countItems(hours, 'hour'), result]
          .filter(Boolean)
          .join(', '),
        criteria: { narrative: `${issuer} certifies that the program was completed.` },
      },
    },
    credentialStatus: {
      id: `${statusListUrl}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: statusListUrl,
    },
    iss: instituteDid,
    jti: id,
    nbf: Date.parse(validFrom) / 1000,
    sub: holderId,
  };
}

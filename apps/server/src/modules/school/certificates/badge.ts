import { countItems } from '@institute/contract/count-items';
import { fromLocalTime } from '@institute/contract/time';
import type { CertificateRow } from './certificate.entity.ts';
import { toDid } from './did.ts';
import { makeStatusListUrl, placeOfStatus } from './status-list.ts';

const startOfDay = (day: string) => fromLocalTime(`${day}T00:00`);

/**
 * An Open Badge 3.0 with the claims that make it a JWT. It does not say the code of the paper, because people
 * show their badges to everybody.
 */
export function toBadge(row: CertificateRow & { holder: string }, publicUrl: string) {
  const { program, issuer, issuedOn, startsOn, endsOn, hours, result } = row;
  const id = `urn:uuid:${row.credentialId}`;
  const did = toDid(publicUrl);
  const subject = `${id}#holder`;
  const validFrom = startOfDay(issuedOn);
  const { list, index } = placeOfStatus(row.id);
  const statusList = makeStatusListUrl(list, publicUrl);
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: program,
    issuer: { id: did, type: ['Profile'], name: issuer, url: publicUrl },
    validFrom,
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: row.holder, identityType: 'name' }],
      ...(startsOn && { activityStartDate: startOfDay(startsOn) }),
      ...(endsOn && { activityEndDate: startOfDay(endsOn) }),
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
      id: `${statusList}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
    iss: did,
    jti: id,
    nbf: Date.parse(validFrom) / 1000,
    sub: subject,
  };
}

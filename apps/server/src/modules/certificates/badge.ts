import { certificatePath } from '@institute/contract/certificates.constants';
import { kampalaInstant } from '@institute/contract/time';
import type { CertificateRow } from './certificate.entity.ts';

/** `did:web` of the site, whose document is at `/.well-known/did.json`. */
export const toDid = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;

export const badgeId = (code: string, publicUrl: string): string =>
  `${publicUrl}${certificatePath(code)}/badge`;

export const revocationsPath = '/certificates/revocations';

const startOfDay = (day: string) => kampalaInstant(`${day}T00:00`);

/** An Open Badge 3.0 with the claims that make it a JWT. */
export function toBadge(row: CertificateRow & { holder: string }, publicUrl: string) {
  const { code, program, issuer, issuedOn, startsOn, endsOn } = row;
  const [id, did] = [badgeId(code, publicUrl), toDid(publicUrl)];
  const [subject, validFrom] = [`${publicUrl}${certificatePath(code)}#holder`, startOfDay(issuedOn)];
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
        id: `${publicUrl}${certificatePath(code)}#achievement`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: program,
        description: [`Certificate ${row.number}`, row.hours && `${row.hours} hours`]
          .filter(Boolean)
          .join(', '),
        criteria: { narrative: `${issuer} certifies that the program was completed.` },
      },
    },
    credentialStatus: { id: publicUrl + revocationsPath, type: '1EdTechRevocationList' },
    iss: did,
    jti: id,
    nbf: Date.parse(validFrom) / 1000,
    sub: subject,
  };
}

import { toBase64Url } from '@institute/contract/certificate-fragment';
import { type CertificateClaims, toClaims } from '@institute/contract/certificates.constants';

/** A signed text in the right form, with a signature of no key. */
export const toJws = (claims: CertificateClaims, signature: Uint8Array = new Uint8Array(64)): string =>
  [
    ...[{ alg: 'ES256', kid: 'abcdefgh' }, claims].map((part) =>
      toBase64Url(Buffer.from(JSON.stringify(part))),
    ),
    toBase64Url(signature),
  ].join('.');

const lines = {
  number: 'CERT-2027-000101',
  code: '7KQ2M9XHT4WZ',
  holder: 'Ann Example',
  program: 'Tailoring',
  hours: 480,
  startsOn: '2027-02-01',
  endsOn: '2027-06-30',
  result: null,
  issuedOn: '2027-07-02',
  issuer: 'The Institute',
  signerName: 'Bo Example',
  signerTitle: 'Director',
  secondSignerName: '',
  secondSignerTitle: '',
  note: 'Issued by the institute.',
  createdAt: new Date('2027-07-02T09:00:00Z'),
};

/** Texts of a certificate without a second signer or a result. */
export const samplePaper = {
  ...lines,
  jws: toJws(toClaims({ ...lines, from: lines.startsOn, to: lines.endsOn }, 'https://institute.example')),
};

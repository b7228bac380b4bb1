import type { CertificateRow } from './certificate.entity.ts';

const printed = [
  ...(['number', 'code', 'holder', 'program', 'hours', 'startsOn', 'endsOn', 'result', 'issuedOn'] as const),
  ...(['issuer', 'signerName', 'signerTitle', 'secondSignerName', 'secondSignerTitle'] as const),
  ...(['note', 'jws', 'createdAt'] as const),
] as const;
export type PrintedCertificate = Pick<CertificateRow, (typeof printed)[number]>;

export const toPrintedCertificate = (row: CertificateRow): PrintedCertificate =>
  Object.fromEntries(printed.map((name) => [name, row[name]])) as PrintedCertificate;

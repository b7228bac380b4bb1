import type { CertificateRow } from './certificate.entity.ts';

const printedColumns = [
  ...(['number', 'code', 'holder', 'program', 'hours', 'startsOn', 'endsOn', 'result', 'issuedOn'] as const),
  ...(['issuer', 'signerName', 'signerTitle', 'secondSignerName', 'secondSignerTitle'] as const),
  ...(['note', 'jws', 'createdAt'] as const),
] as const;
export type PrintedCertificate = Pick<CertificateRow, (typeof printedColumns)[number]>;

export const toPrintedCertificate = (row: CertificateRow): PrintedCertificate =>
  Object.fromEntries(printedColumns.map((name) => [name, row[name]])) as PrintedCertificate;

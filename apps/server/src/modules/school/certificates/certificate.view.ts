import type { Certificate } from '@institute/contract';
import { pickFields } from '../../../database/shown-fields.ts';
import type { CertificateRow } from './certificate.entity.ts';

/** Returns null when the holder was erased. */
export function toCertificateView(row: CertificateRow, publicUrl: string): Certificate | null {
  if (row.holder == null || row.jws == null) return null;
  return {
    ...pickFields(row, 'number', 'code', 'program', 'hours', 'issuedOn', 'signerName', 'signerTitle'),
    ...pickFields(row, 'secondSignerName', 'secondSignerTitle', 'note', 'state', 'withdrawnOn'),
    result: row.result ?? null,
    reason: null,
    replacedBy: null,
    holder: row.holder,
    from: row.startsOn ?? null,
    to: row.endsOn ?? null,
    issuer: { name: row.issuer, url: publicUrl },
    jws: row.jws,
  };
}

export const toCertificateRowView = (row: CertificateRow) => ({
  ...pickFields(row, 'id', 'number', 'code', 'holder', 'program', 'hours', 'issuedOn', 'state'),
  ...pickFields(row, 'result', 'withdrawnOn', 'reason', 'issueReason'),
  registrationId: row.registration?.id ?? null,
  from: row.startsOn ?? null,
  to: row.endsOn ?? null,
});
export type CertificateRowView = ReturnType<typeof toCertificateRowView>;

const printedColumns = [
  'number',
  'code',
  'holder',
  'program',
  'hours',
  'startsOn',
  'endsOn',
  'result',
  'issuedOn',
  'issuer',
  'signerName',
  'signerTitle',
  'secondSignerName',
  'secondSignerTitle',
  'note',
  'jws',
  'createdAt',
] as const;
export type PrintedCertificate = Pick<CertificateRow, (typeof printedColumns)[number]>;

export const toPrintedCertificate = (row: CertificateRow): PrintedCertificate =>
  Object.fromEntries(printedColumns.map((name) => [name, row[name]])) as PrintedCertificate;

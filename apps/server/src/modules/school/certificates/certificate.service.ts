import type { CertificateFilter, CertificateQuery, CertificateWithdrawal } from '@institute/contract';
import {
  certificateNotFoundMessage,
  findCertificateCodeFault,
  readCertificateCode,
} from '@institute/contract/certificates.constants';
import { listLookAlikeCodes } from '@institute/contract/reference';
import { toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import {
  type BatchRange,
  findBatchOfRows,
  findPage,
  MAX_COUNTED_ROWS,
  makeEntityRowSource,
  toOrderByColumn,
} from '../../../database/page.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { type NewActivity, recordActivity } from '../../platform/activity/activity.service.ts';
import { listSpellings, whereMatching } from '../../platform/content/search.ts';
import { guardProofCode } from '../../platform/numbered-documents/proof-code.service.ts';
import { CertificateEntity, type CertificateRow } from './certificate.entity.ts';
import { type CertificateRowView, toCertificateRowView } from './certificate.view.ts';

type ReadingCtx = Pick<Ctx, 'em'>;
const withoutIdentityMap = { disableIdentityMap: true } as const;

function makeCertificateFilter({ q, programId, registrationId, state }: CertificateFilter) {
  const searchedCode = q && readCertificateCode(q);
  return {
    ...(programId && { programId }),
    ...(registrationId && { registration: registrationId }),
    ...(state && { state }),
    ...(q && {
      $or: [
        ...(searchedCode ? [{ code: { $in: listLookAlikeCodes(searchedCode) } }] : []),
        ...listSpellings(q).map(whereMatching),
      ],
    }),
  };
}

export async function listCertificates(
  { em }: ReadingCtx,
  { sort = '-number', limit, offset, ...filter }: CertificateQuery,
) {
  const list = makeEntityRowSource(em, CertificateEntity, makeCertificateFilter(filter));
  const page = { orderBy: toOrderByColumn(sort), limit, offset };
  const { rows, ...counted } = await findPage(list, page, filter.q ? MAX_COUNTED_ROWS : undefined);
  return { items: rows.map(toCertificateRowView), ...counted };
}

export const findCertificateBatch = ({ em }: ReadingCtx, filter: CertificateFilter, range: BatchRange) =>
  findBatchOfRows(em, CertificateEntity, makeCertificateFilter(filter), range);

/** Returns the certificate of a typed code, even after an erasure of the holder. */
export const checkCertificate = (
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  typed: string,
  network: string,
): Promise<CertificateRow> =>
  guardProofCode(ctx, network, async () => {
    const code = readCertificateCode(typed);
    const row = code && (await findByCode(ctx, code));
    if (!row) throw notFoundError(findCertificateCodeFault(typed) ?? certificateNotFoundMessage);
    return row;
  });

/** Finds the certificate with this code, or the only one whose code looks alike. */
async function findByCode({ em }: ReadingCtx, code: string): Promise<CertificateRow | undefined> {
  const rows = await em.find(
    CertificateEntity,
    { code: { $in: listLookAlikeCodes(code) } },
    withoutIdentityMap,
  );
  return rows.find((row) => row.code === code) ?? (rows.length === 1 ? rows[0] : undefined);
}

export async function lockValidCertificate(tx: TxCtx, id: number): Promise<CertificateRow> {
  const row = await lockRowOrNotFound(tx, CertificateEntity, { id }, { missing: 'Certificate not found' });
  if (row.state !== 'valid')
    throw new AppError('CONFLICT', `Certificate ${row.number} is ${row.state} already`);
  return row;
}

export function withdrawCertificate(ctx: Ctx, { id, reason }: CertificateWithdrawal) {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const row = await lockValidCertificate(tx, id);
    Object.assign(row, { state: 'withdrawn', withdrawnOn: toLocalDay(tx.now()), reason });
    await tx.em.flush();
    await recordActivity(tx, makeCertificateActivity('update', row, 'Withdrew'));
    return { id };
  });
}

export const makeCertificateActivity = (
  type: 'create' | 'update',
  { id, number }: Pick<CertificateRow, 'id' | 'number'>,
  done: string,
  note = '',
): NewActivity => ({
  type,
  entityType: 'certificate',
  entityId: id,
  description: `${done} certificate ${number}${note}`,
});

/** Locks the table, so that no certificate is issued or corrected until the commit. */
export const lockCertificates = ({ em }: Pick<TxCtx, 'em'>) =>
  em.execute('lock table certificates in exclusive mode');

/**
 * Lists the certificates of these registrations, and the one with this number with its corrections, newest first.
 * The number finds certificates whose registration was erased.
 */
export async function listCertificatesAbout(
  { em }: ReadingCtx,
  { registrations, number }: { registrations: readonly number[]; number: string | null },
): Promise<CertificateRowView[]> {
  const linkedCertificateIds = await readRows(em, { id: int })(
    `with recursive linked as (
       select id, replaced_by from certificates where number = ?
       union
       select other.id, other.replaced_by from certificates other
         join linked on other.id = linked.replaced_by or other.replaced_by = linked.id
     ) select id from linked union select id from certificates where registration_id = any(?::int[])`,
    [number, `{${registrations}}`],
  );
  const linkedCertificateFilter = { id: { $in: listIds(linkedCertificateIds) } };
  const rows = await em.find(CertificateEntity, linkedCertificateFilter, {
    ...withoutIdentityMap,
    orderBy: { id: 'desc' },
  });
  return rows.map(toCertificateRowView);
}

/** Erases names. Numbers and days stay, so the series has no gap. The lock waits for certificates being issued. */
export async function eraseHolders(
  { em }: Pick<TxCtx, 'em'>,
  { registrations, certificates }: Record<'registrations' | 'certificates', readonly number[]>,
): Promise<void> {
  await em.execute('select id from registrations where id = any(?::int[]) order by id for update', [
    `{${registrations}}`,
  ]);
  await em.execute(
    `update certificates set holder = null, jws = null, reason = null, issue_reason = null, updated_at = now()
     where registration_id = any(?::int[]) or id = any(?::int[])`,
    [`{${registrations}}`, `{${certificates}}`],
  );
}

/** Finds valid certificates with a holder, sorted by number as the pages are. */
export const findPrintableCertificates = (
  { em }: ReadingCtx,
  ids: readonly number[],
): Promise<CertificateRow[]> =>
  em.find(
    CertificateEntity,
    { id: { $in: [...ids] }, state: 'valid', holder: { $ne: null } },
    { ...withoutIdentityMap, orderBy: { number: 'asc' } },
  );

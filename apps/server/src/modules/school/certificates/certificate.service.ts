import type { CertificateFilter, CertificateQuery, CertificateWithdrawal } from '@institute/contract';
import {
  certificateNotFoundMessage,
  findCertificateCodeFault,
  readCertificateCode,
} from '@institute/contract/certificates.constants';
import { listReadings } from '@institute/contract/reference';
import { toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmed } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import {
  type BatchRange,
  findBatch,
  findEntityRows,
  findPage,
  MAX_COUNTED,
  toOrder,
} from '../../../database/page.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { type NewActivity, recordActivity } from '../../platform/activity/activity.service.ts';
import { listSpellings, whereMatching } from '../../platform/content/search.ts';
import { guardProofCode } from '../../platform/numbered-documents/proof-code.service.ts';
import { CertificateEntity, type CertificateRow } from './certificate.entity.ts';
import { type CertificateRowView, toRowView } from './certificate.view.ts';

type Reader = Pick<Ctx, 'em'>;
const readOnly = { disableIdentityMap: true } as const;

function whereFiltered({ q, programId, registrationId, state }: CertificateFilter) {
  const code = q && readCertificateCode(q);
  return {
    ...(programId && { programId }),
    ...(registrationId && { registration: registrationId }),
    ...(state && { state }),
    ...(q && {
      $or: [...(code ? [{ code: { $in: listReadings(code) } }] : []), ...listSpellings(q).map(whereMatching)],
    }),
  };
}

export async function listCertificates(
  { em }: Reader,
  { sort = '-number', limit, offset, ...filter }: CertificateQuery,
) {
  const list = findEntityRows(em, CertificateEntity, whereFiltered(filter));
  const page = { orderBy: toOrder(sort), limit, offset };
  const { rows, ...counted } = await findPage(list, page, filter.q ? MAX_COUNTED : undefined);
  return { items: rows.map(toRowView), ...counted };
}

export const findCertificateBatch = ({ em }: Reader, filter: CertificateFilter, range: BatchRange) =>
  findBatch(em, CertificateEntity, whereFiltered(filter), range);

/** Also answers for a certificate whose holder was erased. */
export const checkCertificate = (
  ctx: Pick<Ctx, 'config' | 'em' | 'now'>,
  typed: string,
  network: string,
): Promise<CertificateRow> =>
  guardProofCode(ctx, network, async () => {
    const code = readCertificateCode(typed);
    const row = code && (await findByReading(ctx, code));
    if (!row) throw notFoundError(findCertificateCodeFault(typed) ?? certificateNotFoundMessage);
    return row;
  });

/** The certificate of the code, or the only one whose code looks like it. */
async function findByReading({ em }: Reader, code: string): Promise<CertificateRow | undefined> {
  const rows = await em.find(CertificateEntity, { code: { $in: listReadings(code) } }, readOnly);
  return rows.find((row) => row.code === code) ?? (rows.length === 1 ? rows[0] : undefined);
}

export async function lockValidCertificate(tx: TxCtx, id: number): Promise<CertificateRow> {
  const row = await lockOrNotFound(tx, CertificateEntity, { id }, { missing: 'Certificate not found' });
  if (row.state !== 'valid')
    throw new AppError('CONFLICT', `Certificate ${row.number} is ${row.state} already`);
  return row;
}

export function withdrawCertificate(ctx: Ctx, { id, reason }: CertificateWithdrawal) {
  refuseUnconfirmed(ctx);
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

/** Keeps them from being issued or corrected until the commit. */
export const lockCertificates = ({ em }: Pick<TxCtx, 'em'>) =>
  em.execute('lock table certificates in exclusive mode');

/**
 * Newest first: those of the registrations, and the numbered one with what it corrects or is corrected by.
 * The number leads to them also when their registration is erased.
 */
export async function listCertificatesAbout(
  { em }: Reader,
  { registrations, number }: { registrations: readonly number[]; number: string | null },
): Promise<CertificateRowView[]> {
  const found = await readRows(em, { id: int })(
    `with recursive linked as (
       select id, replaced_by from certificates where number = ?
       union
       select other.id, other.replaced_by from certificates other
         join linked on other.id = linked.replaced_by or other.replaced_by = linked.id
     ) select id from linked union select id from certificates where registration_id = any(?::int[])`,
    [number, `{${registrations}}`],
  );
  const where = { id: { $in: listIds(found) } };
  const rows = await em.find(CertificateEntity, where, { ...readOnly, orderBy: { id: 'desc' } });
  return rows.map(toRowView);
}

/** Numbers and days stay, and with them the series. Waits for certificates of the registrations that are being issued. */
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

/** In the order of the pages. Leaves out those that are not valid, and those whose holder had them erased. */
export const findPrintable = ({ em }: Reader, ids: readonly number[]): Promise<CertificateRow[]> =>
  em.find(
    CertificateEntity,
    { id: { $in: [...ids] }, state: 'valid', holder: { $ne: null } },
    { ...readOnly, orderBy: { number: 'asc' } },
  );

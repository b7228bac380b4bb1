import type { CertificateCorrection, CertificateIssue } from '@institute/contract';
import {
  certificateCodeLength,
  checkExtent,
  earlyIssueMessage,
  findFirstIssueDay,
  findLineFault,
  noIssuerMessage,
  noSignerMessage,
  toClaims,
} from '@institute/contract/certificates.constants';
import { toVisibleName } from '@institute/contract/fields';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmed } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { type Face, openFaces } from '../../../pdf/fonts.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction, splitIntoBatches } from '../../../transaction.ts';
import { queueOwnerMessages } from '../../platform/accounts/account.service.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { takeNumbers } from '../../platform/numbered-documents/number-series.service.ts';
import { makeProofCode } from '../../platform/numbered-documents/proof-code.service.ts';
import { queueInBulk, writeToApplicant } from '../../platform/outbox/outbox.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { demoSite } from '../../platform/site/site-defaults.service.ts';
import { findValidCertificates } from '../registrations/registration-completion.service.ts';
import { CertificateEntity, type CertificateRow } from './certificate.entity.ts';
import { certificateIssuedMessage, certificateOtherNameMessage } from './certificate.messages.ts';
import { lockValidCertificate, makeCertificateActivity } from './certificate.service.ts';
import type { PrintedCertificate } from './certificate.view.ts';
import { type Graduate, listCandidates, lockGraduates, readGraduates } from './graduate.service.ts';
import { findLetterFault, findLettersFault } from './paper-letters.ts';
import { openSigner } from './signing-key.service.ts';

/** Whom certificates may be issued to, and what the site lacks for any. */
export async function prepareIssue(ctx: Ctx, ids: readonly number[]) {
  const { fault = null } = await readSigner(ctx);
  return { people: await listCandidates(ctx, ids), missing: fault };
}

/** Issues all certificates or none. Each graduate gets the address that checks the certificate. */
export function issueCertificates(ctx: Ctx, input: CertificateIssue) {
  refuseUnconfirmed(ctx);
  return runInTransaction(ctx, async (tx) => {
    const graduates = await lockGraduates(tx, listIds(input.registrations));
    const papers = await checkPapers(tx, input, graduates);
    const rows = await storePapers(tx, papers);
    await notifyOfIssue(tx, rows, graduates);
    return {
      items: rows.map((row) => ({
        registrationId: row.registration ?? 0,
        ...pickFields(row, 'id', 'number', 'code'),
      })),
    };
  });
}

/** Previews what `issueCertificates` would print, and refuses for the same reasons. Stores nothing. */
export async function previewCertificates(ctx: Ctx, input: CertificateIssue): Promise<PrintedCertificate[]> {
  const papers = await checkPapers(ctx, input, await readGraduates(ctx, listIds(input.registrations)));
  return papers.map((paper) => ({
    ...paper,
    number: `CERT-${paper.issuedOn.slice(0, 4)}-${'·'.repeat(6)}`,
    code: '·'.repeat(certificateCodeLength),
    jws: null,
    createdAt: ctx.now(),
  }));
}

async function checkPapers(
  ctx: Ctx | TxCtx,
  { registrations, issuedOn = toLocalDay(ctx.now()), reason = null }: CertificateIssue,
  graduates: ReadonlyMap<number, Graduate>,
): Promise<CertificateFields[]> {
  const issueReason = checkDay(ctx, issuedOn, reason);
  const { signed, fault } = await readSigner(ctx);
  if (fault) throw invalidInputError([fault], fault.message);
  const lines = registrations.map(({ id, hours = null, from = null, to = null, result = null, ...own }) => {
    const graduate = graduates.get(id);
    const holder = own.holder ?? toVisibleName(graduate?.name ?? '');
    return { graduate, holder, hours, startsOn: graduate?.startsOn ?? from, endsOn: to, result, issuedOn };
  });
  const faces = await openFaces('serif');
  const siteFault = findLettersFault(Object.values(signed), faces);
  if (siteFault) throw invalidInputError([{ path: 'signerName', message: siteFault }], siteFault);
  const faults = lines.map((line) => findFault(line, faces));
  refuseRows(faults, (details) => invalidInputError(details, details[0]?.message));
  const ids = listIds(registrations);
  const issued = await findValidCertificates(ctx, ids);
  refuseRows(
    ids.map((id) => issued.has(id) && `Already issued: ${issued.get(id)}`),
    (details) => new AppError('CONFLICT', details[0]?.message ?? '', { details }),
  );
  return lines.flatMap(({ graduate, ...line }) => {
    if (!graduate) return [];
    const { id: registration, program, programId } = graduate;
    return [{ registration, program: program ?? '', programId, ...line, ...signed, issueReason }];
  });
}

/** Returns the reason, which only an early day needs. */
function checkDay(ctx: Ctx | TxCtx, issuedOn: string, reason: string | null): string | null {
  const today = toLocalDay(ctx.now());
  if (issuedOn > today) throw invalidInputError([{ path: 'issuedOn', message: 'This day is in the future' }]);
  if (issuedOn >= findFirstIssueDay(today)) return null;
  const details = [{ path: 'issuedOn', message: earlyIssueMessage }];
  if (!ctx.actor?.isOwner) throw new AppError('FORBIDDEN', earlyIssueMessage, { details });
  if (!reason) throw invalidInputError(details);
  return reason;
}

/** Fields that a corrected certificate takes from the former one, unless the correction says otherwise. */
const unchangedFields = [
  'program',
  'programId',
  'startsOn',
  'hours',
  'endsOn',
  'result',
  'issuer',
  'note',
  'signerName',
  'signerTitle',
  'secondSignerName',
  'secondSignerTitle',
] as const;

/** Issues a new certificate of today, which the former one names. */
export function correctCertificate(
  ctx: Ctx,
  { id, holder, hours, to, result, reason }: CertificateCorrection,
) {
  refuseUnconfirmed(ctx);
  return runInTransaction(ctx, async (tx) => {
    const found = await tx.em.findOne(CertificateEntity, { id }, { disableIdentityMap: true });
    const registration = found?.registration?.id ?? null;
    // Locked before the certificate, as when one is issued
    const graduates = await lockGraduates(tx, registration === null ? [] : [registration]);
    const former = await lockValidCertificate(tx, id);
    if (former.holder == null) throw new AppError('CONFLICT', 'Its holder had this certificate erased');
    const paper = {
      ...pickFields(former, ...unchangedFields),
      registration,
      holder,
      ...(hours !== undefined && { hours }),
      ...(to !== undefined && { endsOn: to }),
      ...(result !== undefined && { result }),
      issuedOn: toLocalDay(tx.now()),
      issueReason: null,
    };
    const faces = await openFaces('serif');
    const nameFault = findLineFault(holder) ?? findLetterFault(holder, faces);
    const resultFault = findLettersFault([paper.result ?? ''], faces);
    const wrong = findExtentFault(paper);
    if (nameFault) throw invalidInputError([{ path: 'holder', message: nameFault }], nameFault);
    if (resultFault) throw invalidInputError([{ path: 'result', message: resultFault }], resultFault);
    if (wrong) throw invalidInputError([{ path: wrong.line, message: wrong.message }], wrong.message);
    // Stored first, because a registration has one valid certificate
    Object.assign(former, { state: 'replaced', withdrawnOn: paper.issuedOn, reason });
    await tx.em.flush();
    const rows = await storePapers(tx, [paper]);
    const [row] = rows;
    if (!row) throw new Error('A certificate was not stored');
    former.replacedBy = row.id;
    await tx.em.flush();
    await recordActivities(tx, [makeCertificateActivity('update', former, 'Corrected')]);
    await notifyOfIssue(tx, rows, graduates);
    return pickFields(row, 'id', 'number', 'code');
  });
}

/** The log holds no names. It says when a certificate has another one than its registration, and owners get an email. */
async function notifyOfIssue(
  tx: TxCtx,
  rows: readonly StoredCertificate[],
  graduates: ReadonlyMap<number, Graduate>,
): Promise<void> {
  const isOtherName = ({ registration, holder }: StoredCertificate) =>
    toVisibleName(graduates.get(registration ?? 0)?.name ?? '') !== holder;
  const toNote = (row: StoredCertificate) =>
    `${row.issueReason ? `, for ${formatDate(row.issuedOn)}` : ''}${isOtherName(row) ? ', in another name than the registration' : ''}`;
  await recordActivities(
    tx,
    rows.map((row) => makeCertificateActivity('create', row, 'Issued', toNote(row))),
  );
  await queueHolderMessages(tx, rows, graduates);
  const papers = rows.filter(isOtherName).map(({ number, registration }) => ({
    number,
    reference: graduates.get(registration ?? 0)?.reference ?? null,
  }));
  if (papers.length === 0) return;
  const data = { by: tx.actor?.email ?? null, papers };
  await queueOwnerMessages(tx, (recipient) => certificateOtherNameMessage.email({ recipient, data }));
}

type Line = Pick<CertificateFields, 'hours' | 'startsOn' | 'endsOn' | 'result' | 'issuedOn' | 'holder'> & {
  graduate: Graduate | undefined;
};

function findFault({ graduate, ...line }: Line, faces: readonly Face[]): string | undefined {
  if (graduate?.status !== 'completed') return 'Choose people who have completed';
  if (graduate.program === null) return 'The program of this registration was deleted';
  return (
    findLineFault(line.holder) ??
    findLetterFault(line.holder, faces) ??
    findLettersFault([graduate.program, line.result ?? ''], faces) ??
    findExtentFault(line)?.message
  );
}

const findExtentFault = ({ startsOn, endsOn, ...line }: Omit<Line, 'graduate' | 'holder' | 'result'>) =>
  checkExtent({ ...line, from: startsOn, to: endsOn });

function refuseRows(
  messages: readonly (string | false | undefined)[],
  toError: (details: { path: string; message: string }[]) => AppError,
): void {
  const details = messages.flatMap((message, place) =>
    message ? [{ path: `registrations.${place}`, message }] : [],
  );
  if (details.length > 0) throw toError(details);
}

/** Without a fault there are a name and a signer. The demo's signer signs papers of the demo's institute only. */
async function readSigner(ctx: Pick<Ctx, 'em'>) {
  const { institute, certificates } = (await getSite(ctx)).view;
  const isInvented =
    certificates.signerName === demoSite.certificates.signerName &&
    institute.name !== demoSite.institute.name;
  const fault = !institute.name
    ? { path: 'issuer', message: noIssuerMessage }
    : !certificates.signerName || isInvented
      ? { path: 'signerName', message: noSignerMessage }
      : undefined;
  return { signed: { ...certificates, issuer: institute.name }, fault };
}

type CertificateFields = Pick<CertificateRow, 'program' | 'issuedOn' | 'issuer' | 'note' | SignerLine> &
  Record<'registration' | 'programId' | 'hours', number | null> &
  Record<'startsOn' | 'endsOn' | 'result' | 'issueReason', string | null> & { holder: string };
type SignerLine = 'signerName' | 'signerTitle' | 'secondSignerName' | 'secondSignerTitle';
type StoredCertificate = CertificateFields & { id: number; number: string; code: string };

/** Numbers the papers in this order. All have the same day of issue. */
async function storePapers(tx: TxCtx, papers: readonly CertificateFields[]): Promise<StoredCertificate[]> {
  const year = Number(papers[0]?.issuedOn.slice(0, 4));
  const sign = await openSigner(tx);
  const numbers = await takeNumbers(tx, { series: 'CERT', year, count: papers.length });
  const rows = papers.map((paper, place) => ({
    ...paper,
    number: numbers[place] ?? '',
    code: makeProofCode(certificateCodeLength),
    createdAt: tx.now(),
    updatedAt: tx.now(),
  }));
  for (const batch of splitIntoBatches(rows)) {
    const signed = await Promise.all(
      batch.map(async (row) => {
        const lines = { ...row, from: row.startsOn, to: row.endsOn };
        return { ...row, jws: await sign(toClaims(lines, tx.config.publicUrl)) };
      }),
    );
    await tx.em.insertMany(CertificateEntity, signed);
  }
  // `insertMany` returns only the first id
  const stored = await tx.em.find(
    CertificateEntity,
    { number: { $in: numbers } },
    { fields: ['number'], disableIdentityMap: true },
  );
  const ids = new Map(stored.map(({ id, number }) => [number, id]));
  return rows.map((row) => ({ ...row, id: ids.get(row.number) ?? 0 }));
}

async function queueHolderMessages(
  tx: TxCtx,
  rows: readonly StoredCertificate[],
  graduates: ReadonlyMap<number, Graduate>,
): Promise<void> {
  const { smsTo } = (await getSite(tx)).view.messages;
  const messages = rows.flatMap(({ registration, number, code, program }) => {
    const graduate = graduates.get(registration ?? 0);
    if (!graduate) return [];
    const { firstName, reference } = graduate;
    const data = { firstName, reference, number, code, program };
    return writeToApplicant(graduate, smsTo, certificateIssuedMessage, data);
  });
  await queueInBulk(tx, messages);
}

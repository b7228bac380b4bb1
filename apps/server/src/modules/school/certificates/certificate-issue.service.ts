import type { CertificateCorrection, CertificateIssue } from '@institute/contract';
import {
  certificateCodeLength,
  earlyIssueMessage,
  findFirstIssueDay,
  findLineLengthFault,
  findPeriodFault,
  noIssuerMessage,
  noSignerMessage,
  toClaims,
} from '@institute/contract/certificates.constants';
import { toVisibleName } from '@institute/contract/fields';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { type FontFace, openFaces } from '../../../pdf/fonts.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction, splitIntoBatches } from '../../../transaction.ts';
import { queueOwnerMessages } from '../../platform/accounts/account.service.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { takeNumbers } from '../../platform/numbered-documents/number-series.service.ts';
import { makeProofCode } from '../../platform/numbered-documents/proof-code.service.ts';
import { queueMessagesInBulk, writeToApplicant } from '../../platform/outbox/outbox.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { demoSite } from '../../platform/site/site-defaults.service.ts';
import { findValidCertificateNumbers } from '../registrations/registration-completion.service.ts';
import { CertificateEntity, type CertificateRow } from './certificate.entity.ts';
import { certificateIssuedMessage, certificateOtherNameMessage } from './certificate.messages.ts';
import { lockValidCertificate, makeCertificateActivity } from './certificate.service.ts';
import type { PrintedCertificate } from './certificate.view.ts';
import {
  type Graduate,
  listCertificateCandidates,
  lockGraduates,
  readGraduates,
} from './graduate.service.ts';
import { findLineLetterFault, findNameLetterFault } from './paper-letters.ts';
import { openSigner } from './signing-key.service.ts';

/** Lists who may get certificates, and names what the site lacks for issuing any. */
export async function prepareIssue(ctx: Ctx, ids: readonly number[]) {
  const { fault = null } = await readSigner(ctx);
  return { people: await listCertificateCandidates(ctx, ids), missing: fault };
}

/** Issues all certificates or none. Each graduate is sent the address that checks the certificate. */
export function issueCertificates(ctx: Ctx, input: CertificateIssue) {
  refuseUnconfirmedPassword(ctx);
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

/** Previews the papers that `issueCertificates` would print. Refuses for the same reasons, and stores nothing. */
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
  const issueReason = parseIssueReason(ctx, issuedOn, reason);
  const { signed, fault } = await readSigner(ctx);
  if (fault) throw invalidInputError([fault], fault.message);
  const certificateLines = registrations.map(
    ({ id, hours = null, from = null, to = null, result = null, ...own }) => {
      const graduate = graduates.get(id);
      const holder = own.holder ?? toVisibleName(graduate?.name ?? '');
      return { graduate, holder, hours, startsOn: graduate?.startsOn ?? from, endsOn: to, result, issuedOn };
    },
  );
  const fontFaces = await openFaces('serif');
  const signerLetterFault = findLineLetterFault(Object.values(signed), fontFaces);
  if (signerLetterFault)
    throw invalidInputError([{ path: 'signerName', message: signerLetterFault }], signerLetterFault);
  const paperFaults = certificateLines.map((line) => findCertificateFault(line, fontFaces));
  refuseFaultyRows(paperFaults, (details) => invalidInputError(details, details[0]?.message));
  const ids = listIds(registrations);
  const issuedNumbers = await findValidCertificateNumbers(ctx, ids);
  refuseFaultyRows(
    ids.map((id) => issuedNumbers.has(id) && `Already issued: ${issuedNumbers.get(id)}`),
    (details) => new AppError('CONFLICT', details[0]?.message ?? '', { details }),
  );
  return certificateLines.flatMap(({ graduate, ...line }) => {
    if (!graduate) return [];
    const { id: registration, program, programId } = graduate;
    return [{ registration, program: program ?? '', programId, ...line, ...signed, issueReason }];
  });
}

/** Refuses a wrong day of issue. Returns the reason, which only a day long ago needs; otherwise null. */
function parseIssueReason(ctx: Ctx | TxCtx, issuedOn: string, reason: string | null): string | null {
  const today = toLocalDay(ctx.now());
  if (issuedOn > today) throw invalidInputError([{ path: 'issuedOn', message: 'This day is in the future' }]);
  if (issuedOn >= findFirstIssueDay(today)) return null;
  const details = [{ path: 'issuedOn', message: earlyIssueMessage }];
  if (!ctx.actor?.isOwner) throw new AppError('FORBIDDEN', earlyIssueMessage, { details });
  if (!reason) throw invalidInputError(details);
  return reason;
}

/** Fields that a correction copies from the former certificate unless it changes them. */
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

/** Issues a new certificate of today. The former one refers to it. */
export function correctCertificate(
  ctx: Ctx,
  { id, holder, hours, to, result, reason }: CertificateCorrection,
) {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const foundCertificate = await tx.em.findOne(CertificateEntity, { id }, { disableIdentityMap: true });
    const registration = foundCertificate?.registration?.id ?? null;
    // Lock order as when certificates are issued: first the registrations, then the certificate
    const graduates = await lockGraduates(tx, registration === null ? [] : [registration]);
    const formerCertificate = await lockValidCertificate(tx, id);
    if (formerCertificate.holder == null)
      throw new AppError('CONFLICT', 'Its holder had this certificate erased');
    const correctedPaper = {
      ...pickFields(formerCertificate, ...unchangedFields),
      registration,
      holder,
      ...(hours !== undefined && { hours }),
      ...(to !== undefined && { endsOn: to }),
      ...(result !== undefined && { result }),
      issuedOn: toLocalDay(tx.now()),
      issueReason: null,
    };
    const faces = await openFaces('serif');
    const nameFault = findLineLengthFault(holder) ?? findNameLetterFault(holder, faces);
    const resultFault = findLineLetterFault([correctedPaper.result ?? ''], faces);
    const extentFault = findExtentFault(correctedPaper);
    if (nameFault) throw invalidInputError([{ path: 'holder', message: nameFault }], nameFault);
    if (resultFault) throw invalidInputError([{ path: 'result', message: resultFault }], resultFault);
    if (extentFault)
      throw invalidInputError(
        [{ path: extentFault.line, message: extentFault.message }],
        extentFault.message,
      );
    // The former one is stored first, because a registration may have one valid certificate only
    Object.assign(formerCertificate, { state: 'replaced', withdrawnOn: correctedPaper.issuedOn, reason });
    await tx.em.flush();
    const rows = await storePapers(tx, [correctedPaper]);
    const [row] = rows;
    if (!row) throw new Error('A certificate was not stored');
    formerCertificate.replacedBy = row.id;
    await tx.em.flush();
    await recordActivities(tx, [makeCertificateActivity('update', formerCertificate, 'Corrected')]);
    await notifyOfIssue(tx, rows, graduates);
    return pickFields(row, 'id', 'number', 'code');
  });
}

/**
 * Records the issue without names. When names differ from the registrations, the log says so, and owners get an
 * email.
 */
async function notifyOfIssue(
  tx: TxCtx,
  rows: readonly StoredCertificate[],
  graduates: ReadonlyMap<number, Graduate>,
): Promise<void> {
  const isNamedDifferently = ({ registration, holder }: StoredCertificate) =>
    toVisibleName(graduates.get(registration ?? 0)?.name ?? '') !== holder;
  const toActivityNote = (row: StoredCertificate) =>
    `${row.issueReason ? `, for ${formatDate(row.issuedOn)}` : ''}${isNamedDifferently(row) ? ', in another name than the registration' : ''}`;
  await recordActivities(
    tx,
    rows.map((row) => makeCertificateActivity('create', row, 'Issued', toActivityNote(row))),
  );
  await queueHolderMessages(tx, rows, graduates);
  const renamedPapers = rows.filter(isNamedDifferently).map(({ number, registration }) => ({
    number,
    reference: graduates.get(registration ?? 0)?.reference ?? null,
  }));
  if (renamedPapers.length === 0) return;
  const data = { by: tx.actor?.email ?? null, papers: renamedPapers };
  await queueOwnerMessages(tx, (recipient) => certificateOtherNameMessage.email({ recipient, data }));
}

type PaperToCheck = Pick<
  CertificateFields,
  'hours' | 'startsOn' | 'endsOn' | 'result' | 'issuedOn' | 'holder'
> & {
  graduate: Graduate | undefined;
};

function findCertificateFault(
  { graduate, ...line }: PaperToCheck,
  faces: readonly FontFace[],
): string | undefined {
  if (graduate?.status !== 'completed') return 'Choose people who have completed';
  if (graduate.program === null) return 'The program of this registration was deleted';
  return (
    findLineLengthFault(line.holder) ??
    findNameLetterFault(line.holder, faces) ??
    findLineLetterFault([graduate.program, line.result ?? ''], faces) ??
    findExtentFault(line)?.message
  );
}

const findExtentFault = ({
  startsOn,
  endsOn,
  ...line
}: Omit<PaperToCheck, 'graduate' | 'holder' | 'result'>) =>
  findPeriodFault({ ...line, from: startsOn, to: endsOn });

function refuseFaultyRows(
  messages: readonly (string | false | undefined)[],
  toError: (details: { path: string; message: string }[]) => AppError,
): void {
  const details = messages.flatMap((message, place) =>
    message ? [{ path: `registrations.${place}`, message }] : [],
  );
  if (details.length > 0) throw toError(details);
}

/**
 * Reads issuer and signer. The fault says what is missing. The demo's signer may sign for the demo's institute
 * only.
 */
async function readSigner(ctx: Pick<Ctx, 'em'>) {
  const { institute, certificates } = (await getSite(ctx)).view;
  const isDemoSigner =
    certificates.signerName === demoSite.certificates.signerName &&
    institute.name !== demoSite.institute.name;
  const signerFault = !institute.name
    ? { path: 'issuer', message: noIssuerMessage }
    : !certificates.signerName || isDemoSigner
      ? { path: 'signerName', message: noSignerMessage }
      : undefined;
  return { signed: { ...certificates, issuer: institute.name }, fault: signerFault };
}

type CertificateFields = Pick<CertificateRow, 'program' | 'issuedOn' | 'issuer' | 'note' | SignerLine> &
  Record<'registration' | 'programId' | 'hours', number | null> &
  Record<'startsOn' | 'endsOn' | 'result' | 'issueReason', string | null> & { holder: string };
type SignerLine = 'signerName' | 'signerTitle' | 'secondSignerName' | 'secondSignerTitle';
type StoredCertificate = CertificateFields & { id: number; number: string; code: string };

/** Signs and stores papers, numbered in this order. All of them have the same day of issue. */
async function storePapers(tx: TxCtx, papers: readonly CertificateFields[]): Promise<StoredCertificate[]> {
  const issueYear = Number(papers[0]?.issuedOn.slice(0, 4));
  const signBadgeClaims = await openSigner(tx);
  const takenNumbers = await takeNumbers(tx, { series: 'CERT', year: issueYear, count: papers.length });
  const rows = papers.map((paper, place) => ({
    ...paper,
    number: takenNumbers[place] ?? '',
    code: makeProofCode(certificateCodeLength),
    createdAt: tx.now(),
    updatedAt: tx.now(),
  }));
  for (const batch of splitIntoBatches(rows)) {
    const signedRows = await Promise.all(
      batch.map(async (row) => {
        const lines = { ...row, from: row.startsOn, to: row.endsOn };
        return { ...row, jws: await signBadgeClaims(toClaims(lines, tx.config.publicUrl)) };
      }),
    );
    await tx.em.insertMany(CertificateEntity, signedRows);
  }
  // Reads the ids, because `insertMany` returns only the first one
  const storedRows = await tx.em.find(
    CertificateEntity,
    { number: { $in: takenNumbers } },
    { fields: ['number'], disableIdentityMap: true },
  );
  const ids = new Map(storedRows.map(({ id, number }) => [number, id]));
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
  await queueMessagesInBulk(tx, messages);
}

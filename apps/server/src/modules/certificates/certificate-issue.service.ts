import type { CertificateCorrection, CertificateIssue } from '@institute/contract';
import {
  certificateCodeLength,
  lineFault,
  noSigner,
  toClaims,
} from '@institute/contract/certificates.constants';
import { visibleName } from '@institute/contract/fields';
import { formatDate, kampalaDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { AppError, invalidInput } from '../../errors.ts';
import { type Face, openFaces } from '../../pdf/fonts.ts';
import { shownFields } from '../../shown-fields.ts';
import { inBatches, transaction } from '../../transaction.ts';
import { recordActivities } from '../activity/activity.service.ts';
import { queueInBulk, writeToApplicant } from '../outbox/outbox.service.ts';
import { takeNumbers } from '../proofs/number-series.service.ts';
import { newProofCode } from '../proofs/proof-code.service.ts';
import { validCertificates } from '../registrations/registration-completion.service.ts';
import { getSite } from '../site/site.service.ts';
import { CertificateEntity, type CertificateRow } from './certificate.entity.ts';
import { certificateIssued } from './certificate.messages.ts';
import { certificateActivity, lockValid } from './certificate.service.ts';
import { type Graduate, lockGraduates } from './graduate.service.ts';
import { letterFault, lettersFault } from './paper-letters.ts';
import { openSigner } from './signing-key.service.ts';

export interface IssuedCertificate {
  registrationId: number;
  id: number;
  number: string;
  code: string;
}

/** All or none. Everybody is told the address that checks the certificate. */
export function issueCertificates(
  ctx: Ctx,
  { registrations, issuedOn = kampalaDay(ctx.now()) }: CertificateIssue,
): Promise<{ items: IssuedCertificate[] }> {
  if (issuedOn > kampalaDay(ctx.now())) {
    throw invalidInput([{ path: 'issuedOn', message: 'This day is in the future' }]);
  }
  return transaction(ctx, async (tx) => {
    const signed = await readSigner(tx);
    const ids = registrations.map(({ id }) => id);
    const graduates = await lockGraduates(tx, ids);
    const lines = registrations.map(({ id, holder, hours = null, to: endsOn = null }) => {
      const graduate = graduates.get(id);
      return { graduate, holder: holder ?? visibleName(graduate?.name ?? ''), hours, endsOn };
    });
    const faces = await openFaces();
    const { issuer, signerName, signerTitle, note } = signed;
    const siteFault = lettersFault([issuer, signerName, signerTitle, note], faces);
    if (siteFault) throw invalidInput([{ path: 'signerName', message: siteFault }], siteFault);
    const faults = lines.map((line) => findFault(line, faces));
    refuse(faults, (details) => invalidInput(details, details[0]?.message));
    const issued = await validCertificates(tx, ids);
    refuse(
      ids.map((id) => issued.has(id) && `Already issued: ${issued.get(id)}`),
      (details) => new AppError('CONFLICT', details[0]?.message ?? '', { details }),
    );
    const papers = lines.flatMap(({ graduate, ...line }) =>
      graduate ? [{ ...toPaper(graduate), ...line, ...signed, issuedOn }] : [],
    );
    const rows = await storePapers(tx, papers);
    await recordActivities(
      tx,
      rows.map((row) => certificateActivity('create', row, 'Issued', nameNote(row, graduates))),
    );
    await tellHolders(tx, rows, graduates);
    const items = rows.map(({ id, registration, number, code }) => ({
      registrationId: registration ?? 0,
      id,
      number,
      code,
    }));
    return { items };
  });
}

/** Issues a new certificate of today, which the former one names. */
export function correctCertificate(
  ctx: Ctx,
  { id, holder, hours, to, reason }: CertificateCorrection,
): Promise<Omit<IssuedCertificate, 'registrationId'>> {
  return transaction(ctx, async (tx) => {
    const found = await tx.em.findOne(CertificateEntity, { id }, { disableIdentityMap: true });
    const registration = found?.registration?.id ?? null;
    // Locked before the certificate, as when one is issued
    const graduates = await lockGraduates(tx, registration === null ? [] : [registration]);
    const former = await lockValid(tx, id);
    if (former.holder == null) throw new AppError('CONFLICT', 'Its holder had this certificate erased');
    const paper = {
      ...shownFields(former, 'program', 'programId', 'startsOn', 'hours', 'endsOn'),
      ...shownFields(former, 'issuer', 'signerName', 'signerTitle', 'note'),
      registration,
      holder,
      ...(hours !== undefined && { hours }),
      ...(to !== undefined && { endsOn: to }),
      issuedOn: kampalaDay(tx.now()),
    };
    const nameFault = lineFault(holder) ?? letterFault(holder, await openFaces());
    const fault = nameFault ?? endFault(paper);
    if (fault) throw invalidInput([{ path: nameFault ? 'holder' : 'to', message: fault }], fault);
    // Stored first, because a registration has one valid certificate
    Object.assign(former, { state: 'replaced', withdrawnOn: paper.issuedOn, reason });
    await tx.em.flush();
    const rows = await storePapers(tx, [paper]);
    const [row] = rows;
    if (!row) throw new Error('A certificate was not stored');
    former.replacedBy = row.id;
    await tx.em.flush();
    await recordActivities(tx, [
      certificateActivity('update', former, 'Corrected'),
      certificateActivity('create', row, 'Issued', nameNote(row, graduates)),
    ]);
    await tellHolders(tx, rows, graduates);
    return { id: row.id, number: row.number, code: row.code };
  });
}

/** The log holds no names, but says when a certificate has another one than its registration. */
const nameNote = ({ registration, holder }: Paper, graduates: ReadonlyMap<number, Graduate>): string =>
  registration !== null && graduates.get(registration)?.name === holder
    ? ''
    : ', in another name than the registration';

interface Line {
  graduate: Graduate | undefined;
  holder: string;
  endsOn: string | null;
}

function findFault({ graduate, holder, endsOn }: Line, faces: readonly Face[]): string | undefined {
  if (graduate?.status !== 'completed') return 'Choose people who have completed';
  if (graduate.program === null) return 'The program of this registration was deleted';
  return (
    lineFault(holder) ??
    letterFault(holder, faces) ??
    lettersFault([graduate.program], faces) ??
    endFault({ startsOn: graduate.startsOn, endsOn })
  );
}

const endFault = ({ startsOn, endsOn }: Pick<Paper, 'startsOn' | 'endsOn'>): string | undefined =>
  startsOn && endsOn && endsOn < startsOn
    ? `The end is before the start, ${formatDate(startsOn)}`
    : undefined;

function refuse(
  messages: readonly (string | false | undefined)[],
  toError: (details: { path: string; message: string }[]) => AppError,
): void {
  const details = messages.flatMap((message, place) =>
    message ? [{ path: `registrations.${place}`, message }] : [],
  );
  if (details.length > 0) throw toError(details);
}

async function readSigner(tx: Pick<TxCtx, 'em'>) {
  const { institute, certificates } = (await getSite(tx)).view;
  if (!certificates.signerName) throw invalidInput([{ path: 'signerName', message: noSigner }], noSigner);
  return { ...certificates, issuer: institute.name };
}

const toPaper = ({ id: registration, program, programId, startsOn }: Graduate) => ({
  registration,
  program: program ?? '',
  programId,
  startsOn,
});

type Paper = Pick<CertificateRow, 'program' | 'issuedOn' | 'issuer' | 'signerName' | 'signerTitle' | 'note'> &
  Record<'registration' | 'programId' | 'hours', number | null> &
  Record<'startsOn' | 'endsOn', string | null> & { holder: string };
type Stored = Paper & { id: number; number: string; code: string };

/** Numbered in this order. All of them are of one day. */
async function storePapers(tx: TxCtx, papers: readonly Paper[]): Promise<Stored[]> {
  const year = Number(papers[0]?.issuedOn.slice(0, 4));
  const sign = await openSigner(tx);
  const numbers = await takeNumbers(tx, { series: 'CERT', year, count: papers.length });
  const rows = papers.map((paper, place) => ({
    ...paper,
    number: numbers[place] ?? '',
    code: newProofCode(certificateCodeLength),
    createdAt: tx.now(),
    updatedAt: tx.now(),
  }));
  for (const batch of inBatches(rows)) {
    const signed = await Promise.all(
      batch.map(async (row) => {
        const lines = { ...row, from: row.startsOn, to: row.endsOn };
        return { ...row, jws: await sign(toClaims(lines, tx.config.publicUrl)) };
      }),
    );
    await tx.em.insertMany(CertificateEntity, signed);
  }
  // Of several rows `insertMany` tells only the first id
  const stored = await tx.em.find(
    CertificateEntity,
    { number: { $in: numbers } },
    { fields: ['number'], disableIdentityMap: true },
  );
  const ids = new Map(stored.map(({ id, number }) => [number, id]));
  return rows.map((row) => ({ ...row, id: ids.get(row.number) ?? 0 }));
}

async function tellHolders(
  tx: TxCtx,
  rows: readonly Stored[],
  graduates: ReadonlyMap<number, Graduate>,
): Promise<void> {
  const { smsTo } = (await getSite(tx)).view.messages;
  const messages = rows.flatMap(({ registration, number, code, program }) => {
    const graduate = graduates.get(registration ?? 0);
    if (!graduate) return [];
    const { firstName, reference } = graduate;
    const data = { firstName, reference, number, code, program };
    return writeToApplicant(graduate, smsTo, certificateIssued, data);
  });
  await queueInBulk(tx, messages);
}

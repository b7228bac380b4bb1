import type { DocumentDecision } from '@institute/contract';
import { documentFaults, documentsPath } from '@institute/contract/applicant-documents.constants';
import { payCode } from '@institute/contract/fees.constants';
import { registrationNotFoundMessage, undoSeconds } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { toLocalDay } from '@institute/contract/time';
import { refuseWithoutRight, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findForUpdate, lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import {
  chooseChannels,
  queueInBulk,
  removeCancelledMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { queueWrittenMessages } from '../../platform/outbox/outgoing-words.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { chooseSmsContact } from '../registrations/registration-contact.service.ts';
import { findUndoEnd } from '../registrations/registration-decision.service.ts';
import { GivenAnswerEntity, type GivenAnswerRow } from './applicant-document.entity.ts';
import { documentRefusedInWordsMessage, documentRefusedMessage } from './applicant-document.messages.ts';
import { readAsked, readPages } from './asked-documents.service.ts';

interface AskOf {
  id: number;
  ask: string;
}

/** The applicant is told of a refusal when Undo has ended. A decision on something older than what was sent is refused. */
export const decideDocument = (ctx: Ctx, { verdict, reason, words, version, ...of }: DocumentDecision) =>
  runInTransaction(ctx, async (tx) => {
    const { row, applicant } = await lockGiven(tx, of);
    if (row.version !== version) throw new AppError('CONFLICT', documentFaults.newerPages);
    const isRefused = verdict === 'refused';
    Object.assign(row, {
      state: verdict,
      reason: isRefused ? (reason ?? null) : null,
      words: isRefused ? (words ?? null) : null,
      decidedBy: requireAccount(tx).email,
      decidedAt: tx.now(),
      updatedAt: tx.now(),
    });
    await tx.em.flush();
    await removeCancelledMessages(tx, { givenId: [row.id] });
    if (isRefused) await tellOfRefusal(tx, row, applicant);
    await recordDecision(tx, applicant, `${isRefused ? 'Refused' : 'Accepted'} “${row.label}”`);
    return { version: row.version };
  });

/** Only while nobody was told. Afterwards it is decided anew. */
export const undoDecision = (ctx: Ctx, { version, ...of }: AskOf & { version: number }) =>
  runInTransaction(ctx, async (tx) => {
    const { row, applicant } = await lockGiven(tx, of);
    const endedAt = (row.decidedAt?.getTime() ?? 0) + undoSeconds * 1000;
    if (row.version !== version || tx.now().getTime() > endedAt)
      throw new AppError('CONFLICT', 'This can no longer be undone. Decide again.');
    Object.assign(row, noVerdict, { state: 'sent', updatedAt: tx.now() });
    await tx.em.flush();
    await removeCancelledMessages(tx, { givenId: [row.id] });
    await recordDecision(tx, applicant, `Took back the decision on “${row.label}”`);
    return { version: row.version };
  });

/** The paper itself was shown at the desk, so nothing has to be sent. Taken back, what was sent waits for a look. */
export const noteOriginal = (ctx: Ctx, { isSeen, ...of }: AskOf & { isSeen: boolean }) =>
  runInTransaction(ctx, async (tx) => {
    refuseWithoutRight(tx, needs.documents);
    const applicant = await lockRowOrNotFound(
      tx,
      RegistrationEntity,
      { id: of.id, deletedAt: null },
      { missing: registrationNotFoundMessage },
    );
    const found = (await readAsked(tx, [of.id])).get(of.id);
    const ask = found?.asked.find((one) => one.ask.id === of.ask)?.ask;
    const known = await findForUpdate(tx, GivenAnswerEntity, { registration: of.id, ask: of.ask });
    const kind = known?.kind ?? ask?.kind;
    if (kind !== 'document') throw notFoundError(ask ? documentFaults.noDocument : documentFaults.notAsked);
    const label = known?.label ?? ask?.label ?? '';
    const by = requireAccount(tx).email;
    const at = tx.now();
    const row =
      known ??
      tx.em.create(GivenAnswerEntity, { registration: of.id, ask: of.ask, kind, label, state: 'sent' });
    if (isSeen) {
      const verdict = { reason: null, words: null, decidedBy: by, decidedAt: at };
      Object.assign(row, { ...verdict, state: 'accepted', originalSeenBy: by, originalSeenAt: at });
    } else {
      Object.assign(row, { ...noVerdict, state: 'sent', originalSeenBy: null, originalSeenAt: null });
      const pages = (await readPages(tx, of.id)).get(of.ask) ?? [];
      if (pages.length === 0) tx.em.remove(row);
    }
    row.updatedAt = at;
    await tx.em.flush();
    await removeCancelledMessages(tx, { givenId: [row.id] });
    await recordDecision(tx, applicant, `${isSeen ? 'Saw' : 'Did not see'} the original of “${label}”`);
    return { version: row.version };
  });

const noVerdict = { reason: null, words: null, decidedBy: null, decidedAt: null } as const;

async function lockGiven(tx: TxCtx, { id, ask }: AskOf) {
  refuseWithoutRight(tx, needs.documents);
  const applicant = await tx.em.findOne(RegistrationEntity, { id, deletedAt: null });
  if (!applicant) throw notFoundError(registrationNotFoundMessage);
  const row = await findForUpdate(tx, GivenAnswerEntity, { registration: id, ask });
  if (!row || row.state === 'missing') throw notFoundError('Nothing was given for this');
  return { row, applicant };
}

type Applicant = Awaited<ReturnType<typeof lockGiven>>['applicant'];

/** An SMS about a child goes to the guardian. */
export const toReached = (
  tx: Pick<Ctx, 'now'>,
  {
    email,
    phoneInternational,
    guardianPhone,
    dateOfBirth,
  }: Pick<Applicant, 'email' | 'phoneInternational' | 'guardianPhone' | 'dateOfBirth'>,
) => ({
  email: email ?? null,
  number: chooseSmsContact(
    {
      number: phoneInternational ?? null,
      guardianPhone: guardianPhone ?? null,
      dateOfBirth: dateOfBirth ?? null,
    },
    toLocalDay(tx.now()),
  ).number,
});

async function tellOfRefusal(tx: TxCtx, row: GivenAnswerRow, applicant: Applicant): Promise<void> {
  const { smsTo } = (await getSite(tx)).view.messages;
  const { id, label, reason, words } = row;
  const data = {
    reference: applicant.reference ?? '',
    firstName: applicant.firstName,
    label,
    reason: reason ?? 'other',
    url: `${tx.config.publicUrl}${documentsPath}`,
    givenId: id,
  };
  const nextTryAt = findUndoEnd(tx);
  const reached = toReached(tx, applicant);
  const delayMessage = <Message>(message: Message) => ({ ...message, nextTryAt });
  if (!words) {
    await queueInBulk(tx, writeToApplicant(reached, smsTo, documentRefusedMessage, data).map(delayMessage));
    return;
  }
  const written = { ...data, words };
  const messages = chooseChannels(reached, smsTo).map((channel) =>
    channel === 'sms'
      ? documentRefusedInWordsMessage.sms({ recipient: reached.number ?? '', data: written, nextTryAt })
      : documentRefusedInWordsMessage.email({ recipient: reached.email, data: written, nextTryAt }),
  );
  await queueWrittenMessages(tx, messages, { shown: { text: words }, known: [payCode(applicant.id)] });
}

const recordDecision = (tx: TxCtx, { id, reference }: Applicant, done: string) =>
  recordActivity(tx, {
    type: 'update',
    entityType: 'registration',
    entityId: id,
    description: `${done} of registration ${reference}`,
  });

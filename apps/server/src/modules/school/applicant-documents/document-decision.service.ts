import type { DocumentDecision } from '@institute/contract';
import { documentsPath, serverDocumentFaults } from '@institute/contract/applicant-documents.constants';
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
  queueMessagesInBulk,
  removeCancelledMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { queueWrittenMessages } from '../../platform/outbox/outgoing-words.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { chooseSmsContact } from '../registrations/registration-contact.service.ts';
import { computeUndoEnd } from '../registrations/registration-decision.service.ts';
import { GivenAnswerEntity, type GivenAnswerRow } from './applicant-document.entity.ts';
import { documentRefusedInWordsMessage, documentRefusedMessage } from './applicant-document.messages.ts';
import { listPages, readAsksOfRegistrations } from './asked-documents.service.ts';
import { sentStateFields } from './given-answer.service.ts';

interface RegistrationAskKey {
  id: number;
  ask: string;
}

/** The applicant is told of a refusal when Undo has ended. A decision on something older than what was sent is refused. */
export const decideDocument = (ctx: Ctx, { verdict, reason, words, version, ...of }: DocumentDecision) =>
  runInTransaction(ctx, async (tx) => {
    const { row, applicant } = await lockGivenAnswer(tx, of);
    if (row.version !== version) throw new AppError('CONFLICT', serverDocumentFaults.newerPages);
    const isRefused = verdict === 'refused';
    Object.assign(row, {
      state: verdict,
      reason: isRefused ? (reason ?? null) : null,
      words: isRefused ? (words ?? null) : null,
      decidedBy: requireAccount(tx).email,
      decidedAt: tx.now(),
    });
    const stored = await storeDecision(tx, row, applicant, isRefused ? 'Refused' : 'Accepted');
    if (isRefused) await queueRefusalMessages(tx, row, applicant);
    return stored;
  });

/** Only while nobody was told. Afterwards it is decided anew. */
export const undoDecision = (ctx: Ctx, { version, ...of }: RegistrationAskKey & { version: number }) =>
  runInTransaction(ctx, async (tx) => {
    const { row, applicant } = await lockGivenAnswer(tx, of);
    const endedAt = (row.decidedAt?.getTime() ?? 0) + undoSeconds * 1000;
    if (row.version !== version || tx.now().getTime() > endedAt)
      throw new AppError('CONFLICT', 'This can no longer be undone. Decide again.');
    Object.assign(row, sentStateFields);
    return storeDecision(tx, row, applicant, 'Took back the decision on');
  });

/** The paper itself was shown at the desk, so nothing has to be sent. Taken back, what was sent waits for a look. */
export const recordOriginalSeen = (ctx: Ctx, { isSeen, ...of }: RegistrationAskKey & { isSeen: boolean }) =>
  runInTransaction(ctx, async (tx) => {
    refuseWithoutRight(tx, needs.documents);
    const applicant = await lockRowOrNotFound(
      tx,
      RegistrationEntity,
      { id: of.id, deletedAt: null },
      { missing: registrationNotFoundMessage },
    );
    const registrationAsks = (await readAsksOfRegistrations(tx, [of.id])).get(of.id);
    const ask = registrationAsks?.asked.find((one) => one.ask.id === of.ask)?.ask;
    const storedAnswer = await findForUpdate(tx, GivenAnswerEntity, { registration: of.id, ask: of.ask });
    const { kind, label } = storedAnswer ?? ask ?? {};
    if (kind !== 'document' || label === undefined)
      throw notFoundError(ask ? serverDocumentFaults.noDocument : serverDocumentFaults.notAsked);
    const seenBy = isSeen ? requireAccount(tx).email : null;
    const seenAt = isSeen ? tx.now() : null;
    const row =
      storedAnswer ??
      tx.em.create(GivenAnswerEntity, { registration: of.id, ask: of.ask, kind, label, state: 'sent' });
    Object.assign(row, {
      state: isSeen ? 'accepted' : 'sent',
      reason: null,
      words: null,
      decidedBy: seenBy,
      decidedAt: seenAt,
      originalSeenBy: seenBy,
      originalSeenAt: seenAt,
    });
    if (!isSeen && (await listPages(tx, of.id, of.ask)).length === 0) tx.em.remove(row);
    return storeDecision(tx, row, applicant, isSeen ? 'Saw the original of' : 'Did not see the original of');
  });

async function lockGivenAnswer(tx: TxCtx, { id, ask }: RegistrationAskKey) {
  refuseWithoutRight(tx, needs.documents);
  const applicant = await tx.em.findOne(RegistrationEntity, { id, deletedAt: null });
  if (!applicant) throw notFoundError(registrationNotFoundMessage);
  const row = await findForUpdate(tx, GivenAnswerEntity, { registration: id, ask });
  if (!row || row.state === 'missing') throw notFoundError('Nothing was given for this');
  return { row, applicant };
}

type Applicant = Awaited<ReturnType<typeof lockGivenAnswer>>['applicant'];

/** Messages about an earlier decision are taken back. */
async function storeDecision(tx: TxCtx, row: GivenAnswerRow, { id, reference }: Applicant, done: string) {
  row.updatedAt = tx.now();
  await tx.em.flush();
  await removeCancelledMessages(tx, { givenId: [row.id] });
  await recordActivity(tx, {
    type: 'update',
    entityType: 'registration',
    entityId: id,
    description: `${done} “${row.label}” of registration ${reference}`,
  });
  return { version: row.version };
}

type ContactColumns = Pick<Applicant, 'email' | 'phoneInternational' | 'guardianPhone' | 'dateOfBirth'>;

/** An SMS about a child goes to the guardian. */
export function toReachableContact({ now }: Pick<Ctx, 'now'>, row: ContactColumns) {
  const { email = null, phoneInternational: number = null, guardianPhone, dateOfBirth } = row;
  return {
    email,
    number: chooseSmsContact({ number, guardianPhone, dateOfBirth }, toLocalDay(now())).number,
  };
}

async function queueRefusalMessages(tx: TxCtx, row: GivenAnswerRow, applicant: Applicant): Promise<void> {
  const { smsTo } = (await getSite(tx)).view.messages;
  const { id, label, reason, words } = row;
  const data = {
    reference: applicant.reference ?? '',
    firstName: applicant.firstName,
    askLabel: label,
    refusal: reason ?? 'other',
    url: `${tx.config.publicUrl}${documentsPath}`,
    givenId: id,
  };
  const nextTryAt = computeUndoEnd(tx);
  const reachableContact = toReachableContact(tx, applicant);
  const delayMessage = <Message>(message: Message) => ({ ...message, nextTryAt });
  if (!words) {
    const messages = writeToApplicant(reachableContact, smsTo, documentRefusedMessage, data);
    await queueMessagesInBulk(tx, messages.map(delayMessage));
    return;
  }
  const wordsData = { ...data, words };
  const messages = writeToApplicant(reachableContact, smsTo, documentRefusedInWordsMessage, wordsData);
  await queueWrittenMessages(tx, messages.map(delayMessage), {
    shown: { text: words },
    known: [payCode(applicant.id)],
  });
}

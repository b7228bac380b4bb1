import { serverDocumentFaults } from '@institute/contract/applicant-documents.constants';
import { type Ask, listAskOptions } from '@institute/contract/asks.constants';
import { day } from '@institute/contract/fields';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { removeCancelledMessages } from '../../platform/outbox/outbox.service.ts';
import { GivenAnswerEntity, type GivenAnswerRow } from './applicant-document.entity.ts';
import { readAsksOfRegistrations } from './asked-documents.service.ts';
import { makeEndedError } from './document-ticket.service.ts';
import { privateAnswerColumn } from './page-store.service.ts';

export type GivenAnswerTx = Pick<TxCtx, 'em' | 'now' | 'config' | 'messageKinds'>;

/** All changes of one person's documents follow each other, in whichever process. */
export async function lockApplicant({ em }: Pick<TxCtx, 'em'>, registration: number): Promise<void> {
  const lockedRegistrations = await readRows(em, { id: int })(
    'select id from registrations where id = ? and deleted_at is null for no key update',
    [registration],
  );
  if (lockedRegistrations.length === 0) throw makeEndedError();
}

/** Throws for what does not apply (any more). */
async function findAskOfRegistration(ctx: Pick<Ctx, 'em'>, registration: number, id: string): Promise<Ask> {
  const registrationAsks = (await readAsksOfRegistrations(ctx, [registration])).get(registration)?.asked;
  const foundAsk = registrationAsks?.find(({ ask }) => ask.id === id);
  if (!foundAsk) throw notFoundError(serverDocumentFaults.notAsked);
  return foundAsk.ask;
}

export async function findDocumentAsk(ctx: Pick<Ctx, 'em'>, registration: number, id: string): Promise<Ask> {
  const ask = await findAskOfRegistration(ctx, registration, id);
  if (ask.kind !== 'document') throw new AppError('VALIDATION_ERROR', serverDocumentFaults.noDocument);
  return ask;
}

export const findGivenAnswer = ({ em }: Pick<TxCtx, 'em'>, registration: number, ask: string) =>
  em.findOne(GivenAnswerEntity, { registration, ask });

/** Nobody has looked at what is new. */
export const sentStateFields = {
  state: 'sent',
  reason: null,
  words: null,
  decidedBy: null,
  decidedAt: null,
} as const;

/** Something new was given: a page or an answer. It has the label that the person has read. */
export async function storeGivenAnswer(
  tx: GivenAnswerTx,
  registration: number,
  ask: Ask,
): Promise<GivenAnswerRow> {
  const { kind, label } = ask;
  const freshFields = { ...sentStateFields, kind, label, updatedAt: tx.now() };
  const storedAnswer = await findGivenAnswer(tx, registration, ask.id);
  const row = storedAnswer
    ? Object.assign(storedAnswer, freshFields)
    : tx.em.create(GivenAnswerEntity, { ...freshFields, registration, ask: ask.id, createdAt: tx.now() });
  if (row.kind === 'document') Object.assign(row, { answer: null, sealedAnswer: null });
  tx.em.persist(row);
  await tx.em.flush();
  // A message that is still to say what was wrong has become wrong itself
  await removeCancelledMessages(tx, { givenId: [row.id] });
  return row;
}

/** Pages were taken away or put in another order: whoever decides has to look again. */
export async function markAnswerChanged(tx: GivenAnswerTx, row: GivenAnswerRow): Promise<void> {
  if (row.state === 'accepted') Object.assign(row, sentStateFields);
  row.updatedAt = tx.now();
  await tx.em.flush();
}

/** The same answer again leaves the verdict. Null takes the answer back. */
export const giveAnswer = (ctx: Ctx, registration: number, id: string, given: string | null): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await lockApplicant(tx, registration);
    const ask = await findAskOfRegistration(tx, registration, id);
    if (ask.kind === 'document') throw new AppError('VALIDATION_ERROR', serverDocumentFaults.noQuestion);
    const known = await findGivenAnswer(tx, registration, id);
    if (given === null) {
      if (known) await tx.em.remove(known).flush();
      return;
    }
    const checkedAnswer = parseGivenAnswer(ask, given);
    if (known?.kind === ask.kind && readGivenAnswer(tx, known) === checkedAnswer) return;
    const row = await storeGivenAnswer(tx, registration, ask);
    row.answer = ask.isPrivate ? null : checkedAnswer;
    row.sealedAnswer = ask.isPrivate
      ? privateAnswerColumn.seal(tx.config.dataKeys, row.id, checkedAnswer)
      : null;
    await tx.em.flush();
  });

/** Null when there is none, and when no key opens it. Whoever calls it checks who may read private ones. */
export const readGivenAnswer = (
  { config }: Pick<Ctx, 'config'>,
  { id, answer, sealedAnswer }: Pick<GivenAnswerRow, 'id' | 'answer' | 'sealedAnswer'>,
): string | null =>
  answer ?? (sealedAnswer ? privateAnswerColumn.open(config.dataKeys, id, sealedAnswer) : null);

/** As it is stored. */
function parseGivenAnswer(ask: Ask, given: string): string {
  const trimmedAnswer = given.trim();
  const refuseAnswer = (message: string) => invalidInputError([{ path: 'answer', message }], message);
  const answerOptions = listAskOptions(ask);
  if (answerOptions.length > 0) {
    if (!answerOptions.includes(trimmedAnswer)) throw refuseAnswer('Choose one of the answers');
    return trimmedAnswer;
  }
  if (ask.kind === 'number') {
    const typedNumber = trimmedAnswer.replace(/[\s,]/g, '');
    if (!/^-?\d{1,15}(?:\.\d{1,6})?$/.test(typedNumber)) throw refuseAnswer('A number, such as 12 or 3.5');
    return typedNumber;
  }
  if (ask.kind === 'day' && !day.safeParse(trimmedAnswer).success) throw refuseAnswer('A date as yyyy-mm-dd');
  return trimmedAnswer;
}

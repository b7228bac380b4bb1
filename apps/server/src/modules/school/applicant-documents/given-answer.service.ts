import { documentFaults } from '@institute/contract/applicant-documents.constants';
import { type Ask, listOptions } from '@institute/contract/asks.constants';
import { day } from '@institute/contract/fields';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { removeCancelledMessages } from '../../platform/outbox/outbox.service.ts';
import { GivenAnswerEntity, type GivenAnswerRow } from './applicant-document.entity.ts';
import { readAsked } from './asked-documents.service.ts';
import { makeEndedError } from './document-ticket.service.ts';
import { privateAnswer } from './page-seal.ts';

export type GivingTx = Pick<TxCtx, 'em' | 'now' | 'config' | 'messageKinds'>;

/** All changes of one person's documents follow each other, in whichever process. */
export async function lockApplicant({ em }: Pick<TxCtx, 'em'>, registration: number): Promise<void> {
  const found = await readRows(em, { id: int })(
    'select id from registrations where id = ? and deleted_at is null for no key update',
    [registration],
  );
  if (found.length === 0) throw makeEndedError();
}

/** Throws for what does not apply (any more). */
async function findAsk(ctx: Pick<Ctx, 'em'>, registration: number, id: string): Promise<Ask> {
  const asked = (await readAsked(ctx, [registration])).get(registration)?.asked;
  const one = asked?.find(({ ask }) => ask.id === id);
  if (!one) throw notFoundError(documentFaults.notAsked);
  return one.ask;
}

export async function findDocumentAsk(ctx: Pick<Ctx, 'em'>, registration: number, id: string): Promise<Ask> {
  const ask = await findAsk(ctx, registration, id);
  if (ask.kind !== 'document') throw new AppError('VALIDATION_ERROR', documentFaults.noDocument);
  return ask;
}

export const findGiven = ({ em }: Pick<TxCtx, 'em'>, registration: number, ask: string) =>
  em.findOne(GivenAnswerEntity, { registration, ask });

/** Nobody has looked at what is new. */
const asSent = { state: 'sent', reason: null, words: null, decidedBy: null, decidedAt: null } as const;

/** Something new was given: a page or an answer. It has the label that the person has read. */
export async function noteGiven(tx: GivingTx, registration: number, ask: Ask): Promise<GivenAnswerRow> {
  const { kind, label } = ask;
  const fresh = { ...asSent, kind, label, updatedAt: tx.now() };
  const known = await findGiven(tx, registration, ask.id);
  const row = known
    ? Object.assign(known, fresh)
    : tx.em.create(GivenAnswerEntity, { ...fresh, registration, ask: ask.id, createdAt: tx.now() });
  if (row.kind === 'document') Object.assign(row, { answer: null, sealedAnswer: null });
  tx.em.persist(row);
  await tx.em.flush();
  // A message that is still to say what was wrong has become wrong itself
  await removeCancelledMessages(tx, { givenId: [row.id] });
  return row;
}

/** Pages were taken away or put in another order: whoever decides has to look again. */
export async function noteChanged(tx: GivingTx, row: GivenAnswerRow): Promise<void> {
  if (row.state === 'accepted') Object.assign(row, asSent);
  row.updatedAt = tx.now();
  await tx.em.flush();
}

/** The same answer again leaves the verdict. Null takes the answer back. */
export const giveAnswer = (ctx: Ctx, registration: number, id: string, given: string | null): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await lockApplicant(tx, registration);
    const ask = await findAsk(tx, registration, id);
    if (ask.kind === 'document') throw new AppError('VALIDATION_ERROR', documentFaults.noQuestion);
    const known = await findGiven(tx, registration, id);
    if (given === null) {
      if (known) await tx.em.remove(known).flush();
      return;
    }
    const answer = checkAnswer(ask, given);
    if (known?.kind === ask.kind && readGivenAnswer(tx, known) === answer) return;
    const row = await noteGiven(tx, registration, ask);
    row.answer = ask.isPrivate ? null : answer;
    row.sealedAnswer = ask.isPrivate ? privateAnswer.seal(tx.config.dataKeys, row.id, answer) : null;
    await tx.em.flush();
  });

/** Null when there is none, and when no key opens it. Whoever calls it checks who may read private ones. */
export const readGivenAnswer = (
  { config }: Pick<Ctx, 'config'>,
  { id, answer, sealedAnswer }: Pick<GivenAnswerRow, 'id' | 'answer' | 'sealedAnswer'>,
): string | null => answer ?? (sealedAnswer ? privateAnswer.open(config.dataKeys, id, sealedAnswer) : null);

/** As it is stored. */
function checkAnswer(ask: Ask, given: string): string {
  const typed = given.trim();
  const refuseAnswer = (message: string) => invalidInputError([{ path: 'answer', message }], message);
  const options = listOptions(ask);
  if (options.length > 0) {
    if (!options.includes(typed)) throw refuseAnswer('Choose one of the answers');
    return typed;
  }
  if (ask.kind === 'number') {
    const number = typed.replace(/[\s,]/g, '');
    if (!/^-?\d{1,15}(?:\.\d{1,6})?$/.test(number)) throw refuseAnswer('A number, such as 12 or 3.5');
    return number;
  }
  if (ask.kind === 'day' && !day.safeParse(typed).success) throw refuseAnswer('A date as yyyy-mm-dd');
  return typed;
}

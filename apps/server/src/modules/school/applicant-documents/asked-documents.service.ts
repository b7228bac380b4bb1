import type { AskedDocuments, AskedItem } from '@institute/contract';
import type { DocumentState } from '@institute/contract/applicant-documents.constants';
import { type Ask, isAskNeeded } from '@institute/contract/asks.constants';
import type { Ctx } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import {
  DocumentPageEntity,
  type DocumentPageRow,
  GivenAnswerEntity,
  type GivenAnswerRow,
} from './applicant-document.entity.ts';
import { makeEndedError } from './document-ticket.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

/** An ask that applies, and what was given for it. */
export interface AskWithGivenAnswer {
  ask: Ask;
  given: GivenAnswerRow | undefined;
}

export interface AskedOfRegistration {
  /** In the order of the program. */
  asked: AskWithGivenAnswer[];
  /** What was given for an ask that was removed, has become another kind, or does not apply any more. */
  former: GivenAnswerRow[];
}

export const readDocumentState = ({ given }: Pick<AskWithGivenAnswer, 'given'>): DocumentState =>
  given?.state ?? 'missing';

const isAskMissing = (one: AskWithGivenAnswer): boolean =>
  isAskNeeded(one.ask) && ['missing', 'refused'].includes(readDocumentState(one));

const isAskToLookAt = ({ kind, state }: Pick<GivenAnswerRow, 'kind' | 'state'>) =>
  kind === 'document' && state === 'sent';

/** What is asked of one registration. A condition reads the answer as it is stored, whatever its state. */
function matchAsks(asks: readonly Ask[], rows: readonly GivenAnswerRow[]): AskedOfRegistration {
  const givenAnswersByAsk = new Map(rows.map((row) => [row.ask, row]));
  const applyingAsks = asks
    .filter(({ onlyIf }) => !onlyIf || givenAnswersByAsk.get(onlyIf.ask)?.answer === onlyIf.is)
    .map((ask) => {
      const row = givenAnswersByAsk.get(ask.id);
      return { ask, given: row?.kind === ask.kind ? row : undefined };
    });
  const usedAnswers = new Set(applyingAsks.map((one) => one.given));
  return { asked: applyingAsks, former: rows.filter((row) => !usedAnswers.has(row)) };
}

/** By registration. Registrations in the trash have one, too; others that are gone have none. */
export async function readAsksOfRegistrations(
  { em }: ReadingCtx,
  registrations: readonly number[],
): Promise<Map<number, AskedOfRegistration>> {
  const ids = [...registrations];
  const foundRegistrations = await em.find(
    RegistrationEntity,
    { id: { $in: ids } },
    { fields: ['program.asks'], populate: ['program'], disableIdentityMap: true },
  );
  const rows = await em.find(
    GivenAnswerEntity,
    { registration: { $in: ids } },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const rowsById = Map.groupBy(rows, ({ registration }) => registration);
  return new Map(
    foundRegistrations.map(({ id, program }) => [id, matchAsks(program?.asks ?? [], rowsById.get(id) ?? [])]),
  );
}

/** Pages that arrived whole and were not erased. */
export const arrivedPageFilter = { arrivedAt: { $ne: null }, sealedKey: { $ne: null } } as const;

/** Pages that arrived whole, in their order. */
export const listPages = ({ em }: ReadingCtx, registration: number | { $in: number[] }, ask?: string) =>
  em.find(
    DocumentPageEntity,
    { registration, ...(ask && { ask }), ...arrivedPageFilter },
    { orderBy: { position: 'asc', createdAt: 'asc', id: 'asc' }, disableIdentityMap: true },
  );

export const readPagesByAsk = async (ctx: ReadingCtx, registration: number) =>
  Map.groupBy(await listPages(ctx, registration), ({ ask }) => ask);

export interface AskedCounts {
  asked: number;
  /** Sent or accepted. */
  given: number;
  /** Needed, and not given or refused. */
  missing: number;
  /** Documents that nobody has looked at, also what is asked no more. Answers to questions need no look. */
  toLookAt: number;
  refused: number;
}

export async function countAskedDocuments(ctx: ReadingCtx, registrations: readonly number[]) {
  const found = await readAsksOfRegistrations(ctx, registrations);
  return new Map([...found].map(([id, one]) => [id, countRegistrationAsks(one)]));
}

/** Undefined for a reference that nobody has. */
export async function countAskedByReference(
  ctx: ReadingCtx,
  reference: string,
): Promise<AskedCounts | undefined> {
  const registrationFilter = { reference, deletedAt: null };
  const found = await ctx.em.findOne(RegistrationEntity, registrationFilter, {
    fields: ['id'],
    disableIdentityMap: true,
  });
  return found ? (await countAskedDocuments(ctx, [found.id])).get(found.id) : undefined;
}

export function countRegistrationAsks({ asked, former }: AskedOfRegistration): AskedCounts {
  const countAsksInStates = (...states: DocumentState[]) =>
    asked.filter((one) => states.includes(readDocumentState(one))).length;
  return {
    asked: asked.length,
    given: countAsksInStates('sent', 'accepted'),
    missing: asked.filter(isAskMissing).length,
    toLookAt: [...asked.flatMap(({ given }) => given ?? []), ...former].filter(isAskToLookAt).length,
    refused: countAsksInStates('refused'),
  };
}

/** Labels of what is needed before acceptance, and was not given or was refused. */
export const listMissingForAcceptance = ({ asked }: AskedOfRegistration): string[] =>
  asked.filter((one) => one.ask.needed === 'acceptance' && isAskMissing(one)).map(({ ask }) => ask.label);

/** As the applicant sees it. */
export async function viewAskedDocuments(
  ctx: Pick<Ctx, 'em' | 'config'>,
  id: number,
  endsAt: Date,
): Promise<AskedDocuments> {
  const registration = await ctx.em.findOne(
    RegistrationEntity,
    { id, deletedAt: null },
    { fields: ['reference', 'program.name'], populate: ['program'], disableIdentityMap: true },
  );
  const found = (await readAsksOfRegistrations(ctx, [id])).get(id);
  if (!registration || !found) throw makeEndedError();
  const pages = await readPagesByAsk(ctx, id);
  return {
    reference: registration.reference ?? '',
    program: registration.program?.name ?? null,
    endsAt: endsAt.toISOString(),
    missing: countRegistrationAsks(found).missing,
    deviceKey: Buffer.from(deriveSecret(ctx.config, 'applicant device', String(id)), 'base64url').toString(
      'base64',
    ),
    asks: found.asked.map((one) => viewAskedItem(one, pages.get(one.ask.id) ?? [])),
  };
}

function viewAskedItem(one: AskWithGivenAnswer, pages: readonly DocumentPageRow[]): AskedItem {
  const { ask, given } = one;
  const { onlyIf: _, ...shown } = ask;
  const isRefused = given?.state === 'refused';
  return {
    ...shown,
    state: readDocumentState(one),
    reason: (isRefused && given.reason) || null,
    words: (isRefused && given.words) || null,
    answer: (!ask.isPrivate && given?.answer) || null,
    pages: ask.kind === 'document' ? pages.map(viewDocumentPage) : [],
  };
}

export const viewDocumentPage = ({ id, hash, format }: DocumentPageRow, at: number) => ({
  id,
  sha256: hash,
  position: at + 1,
  format,
});

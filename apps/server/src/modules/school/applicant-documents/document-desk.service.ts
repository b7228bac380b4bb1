import type { DeskPageInput } from '@institute/contract';
import type { PageFormat } from '@institute/contract/applicant-documents.constants';
import type { Ask } from '@institute/contract/asks.constants';
import { registrationNotFoundMessage } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { hasRight, refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { hashSha256 } from '../../../database/backup/file-store.ts';
import { notFoundError } from '../../../errors.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity, recordRead } from '../../platform/activity/activity.service.ts';
import { isOpenSql, RegistrationEntity } from '../registrations/registration.entity.ts';
import { documentFilterSql } from '../registrations/registration-documents.service.ts';
import {
  DocumentPageEntity,
  type DocumentPageRow,
  type GivenAnswerRow,
} from './applicant-document.entity.ts';
import {
  type AskWithGivenAnswer,
  countRegistrationAsks,
  listMissingForAcceptance,
  readAsksOfRegistrations,
  readDocumentState,
  readPagesByAsk,
  viewDocumentPage,
} from './asked-documents.service.ts';
import { storePage } from './document-page.service.ts';
import { readGivenAnswer } from './given-answer.service.ts';
import { readStoredPage } from './page-store.service.ts';

/** Everything that one applicant was asked and gave: also what is no longer asked, with the label of then. */
export async function viewDocuments(ctx: Ctx, id: number) {
  refuseWithoutRight(ctx, needs.documents);
  const registration = await findReadableRegistration(ctx, id);
  const registrationAsks = (await readAsksOfRegistrations(ctx, [id])).get(id);
  if (!registration || !registrationAsks) throw notFoundError(registrationNotFoundMessage);
  const pages = await readPagesByAsk(ctx, id);
  const viewedItems = [
    ...registrationAsks.asked.map((one) => viewAskWithAnswer(ctx, one.ask, one, pages.get(one.ask.id) ?? [])),
    ...registrationAsks.former.map((given) => viewFormerAnswer(ctx, given, pages.get(given.ask) ?? [])),
  ];
  const seesPrivate = viewedItems.some(({ isPrivate, answer }) => isPrivate && answer !== null);
  await recordRead(ctx, {
    entityType: 'registration',
    entityId: id,
    description: `Read the documents of registration ${registration.reference}`,
    medicalOf: seesPrivate ? [id] : null,
  });
  return {
    items: viewedItems,
    ...countRegistrationAsks(registrationAsks),
    /** For the question before somebody is accepted. */
    missingForAcceptance: listMissingForAcceptance(registrationAsks),
  };
}

/** A private answer is read by who reads health answers. */
function openGivenAnswer(ctx: Ctx, given: GivenAnswerRow | undefined): string | null {
  if (!given || (given.sealedAnswer && !hasRight(ctx, 'health'))) return null;
  return readGivenAnswer(ctx, given);
}

const viewGivenAnswer = (ctx: Ctx, given: GivenAnswerRow | undefined, pages: readonly DocumentPageRow[]) => ({
  version: given?.version ?? null,
  answer: openGivenAnswer(ctx, given),
  isPrivate: Boolean(given?.sealedAnswer),
  reason: given?.reason ?? null,
  words: given?.words ?? null,
  decidedBy: given?.decidedBy ?? null,
  decidedAt: given?.decidedAt?.toISOString() ?? null,
  originalSeen: given?.originalSeenAt
    ? { by: given.originalSeenBy ?? null, at: given.originalSeenAt.toISOString() }
    : null,
  pages: pages.map(viewDocumentPage),
});

function viewAskWithAnswer(ctx: Ctx, ask: Ask, one: AskWithGivenAnswer, pages: readonly DocumentPageRow[]) {
  const viewedAnswer = viewGivenAnswer(ctx, one.given, pages);
  return {
    ask: ask.id,
    kind: ask.kind,
    label: ask.label,
    help: ask.help,
    needed: ask.needed,
    isAsked: true,
    state: readDocumentState(one),
    ...viewedAnswer,
    isPrivate: ask.isPrivate || viewedAnswer.isPrivate,
  };
}

const viewFormerAnswer = (ctx: Ctx, given: GivenAnswerRow, pages: readonly DocumentPageRow[]) => ({
  ask: given.ask,
  kind: given.kind,
  label: given.label,
  help: null,
  needed: 'ifAny' as const,
  isAsked: false,
  state: given.state,
  ...viewGivenAnswer(ctx, given, pages),
});

const contentTypes: Record<PageFormat, string> = { jpeg: 'image/jpeg', pdf: 'application/pdf' };

/** A page itself. Each look is recorded. */
export async function readViewablePage(ctx: Ctx, id: string) {
  refuseWithoutRight(ctx, needs.documents);
  const page = await ctx.em.findOne(
    DocumentPageEntity,
    { id, arrivedAt: { $ne: null }, registration: { $ne: null } },
    { disableIdentityMap: true },
  );
  const registration = page && (await findReadableRegistration(ctx, Number(page.registration)));
  const pageBytes = page && (await readStoredPage(ctx, page));
  if (!registration || !pageBytes) throw notFoundError('There is no such page');
  await recordRead(ctx, {
    entityType: 'registration',
    entityId: registration.id,
    description: `Looked at a page of a document of registration ${registration.reference}`,
  });
  return { type: contentTypes[page.format], base64: pageBytes.toString('base64') };
}

const findReadableRegistration = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  em.findOne(
    RegistrationEntity,
    { id, deletedAt: null },
    { fields: ['reference', 'status'], disableIdentityMap: true },
  );

/** For the rows of a list. */
export async function countDocuments(ctx: Ctx, ids: readonly number[]) {
  refuseWithoutRight(ctx, needs.documents);
  const found = await readAsksOfRegistrations(ctx, ids);
  return [...found].map(([id, one]) => ({
    id,
    ...countRegistrationAsks(one),
    missingForAcceptance: listMissingForAcceptance(one).length,
  }));
}

/** Registrations with a document that nobody has looked at, for "What needs care". */
export async function countDocumentsToLookAt({ em }: Pick<Ctx, 'em'>): Promise<number> {
  const [counted] = await readRows(em, { count: int })(
    `select count(*)::int as count from registrations
     where deleted_at is null and ${isOpenSql}
       and ${documentFilterSql.toLookAt('registrations')}`,
  );
  return counted?.count ?? 0;
}

/** For programs of others: how many pages there are, not which. */
export async function listGivenItems(ctx: Ctx, id: number) {
  const { items } = await viewDocuments(ctx, id);
  return items.map(
    ({ ask, kind, label, needed, isPrivate, isAsked, state, reason, words, answer, pages }) => ({
      id: ask,
      kind,
      label,
      needed,
      isPrivate,
      isAsked,
      state,
      reason,
      words,
      answer,
      pages: pages.length,
    }),
  );
}

/** A paper that is photographed at the desk. */
export async function addDeskPage(ctx: Ctx, { id, ask, bytes: base64 }: DeskPageInput) {
  refuseWithoutRight(ctx, needs.documents);
  const registration = await findReadableRegistration(ctx, id);
  if (!registration) throw notFoundError(registrationNotFoundMessage);
  const bytes = Buffer.from(base64, 'base64');
  await storePage(ctx, { registration: id, ask, sha256: hashSha256(bytes), bytes });
  await runInTransaction(ctx, (tx) =>
    recordActivity(tx, {
      type: 'update',
      entityType: 'registration',
      entityId: id,
      description: `Photographed a document of registration ${registration.reference}`,
    }),
  );
  return { id };
}

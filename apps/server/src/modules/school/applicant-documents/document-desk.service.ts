import { askedItemWithoutPages, type DeskPageInput } from '@institute/contract';
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
  const { asked, former } = registrationAsks;
  const viewedItems = [
    ...asked.map(({ ask, given }) => viewItem(ctx, { ...ask, isAsked: true }, given, pages.get(ask.id))),
    ...former.map((given) =>
      viewItem(ctx, { ...toFormerAsk(given), isAsked: false }, given, pages.get(given.ask)),
    ),
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

type ViewedAsk = Pick<Ask, 'id' | 'kind' | 'label' | 'help' | 'needed' | 'isPrivate'>;

/** What is asked no more: with the label of then, and needed at no time. */
const toFormerAsk = ({ ask: id, kind, label }: GivenAnswerRow): ViewedAsk => ({
  id,
  kind,
  label,
  help: null,
  needed: 'ifAny',
  isPrivate: false,
});

/** A private answer is read by who reads health answers. */
export const openGivenAnswer = (ctx: Pick<Ctx, 'actor' | 'config'>, given: GivenAnswerRow): string | null =>
  given.sealedAnswer && !hasRight(ctx, 'health') ? null : readGivenAnswer(ctx, given);

function viewItem(
  ctx: Ctx,
  { id, isPrivate, ...ask }: ViewedAsk & { isAsked: boolean },
  given: GivenAnswerRow | undefined,
  pages: readonly DocumentPageRow[] = [],
) {
  const { originalSeenBy = null, originalSeenAt } = given ?? {};
  return {
    ask: id,
    kind: ask.kind,
    label: ask.label,
    help: ask.help,
    needed: ask.needed,
    isAsked: ask.isAsked,
    isPrivate: isPrivate || Boolean(given?.sealedAnswer),
    state: readDocumentState({ given }),
    version: given?.version ?? null,
    answer: given ? openGivenAnswer(ctx, given) : null,
    reason: given?.reason ?? null,
    words: given?.words ?? null,
    decidedBy: given?.decidedBy ?? null,
    decidedAt: given?.decidedAt?.toISOString() ?? null,
    originalSeen: originalSeenAt ? { by: originalSeenBy, at: originalSeenAt.toISOString() } : null,
    pages: pages.map(viewDocumentPage),
  };
}

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
  return { base64: pageBytes.toString('base64') };
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
  return items.map(({ ask: id, pages, ...item }) =>
    askedItemWithoutPages.parse({ ...item, id, pages: pages.length }),
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

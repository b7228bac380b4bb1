import { randomUUID } from 'node:crypto';
import {
  documentFaults,
  documentLimits,
  serverDocumentFaults,
} from '@institute/contract/applicant-documents.constants';
import { makeQueuesByApp } from '../../../background/work-queue.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { readFreeBytes } from '../../../crypto/data-dir.ts';
import { hashSha256 } from '../../../database/backup/file-store.ts';
import { AppError } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import {
  DOCUMENT_PAGES_TABLE,
  DocumentPageEntity,
  type DocumentPageRow,
} from './applicant-document.entity.ts';
import { listPages } from './asked-documents.service.ts';
import {
  findDocumentAsk,
  findGivenAnswer,
  lockApplicant,
  markAnswerChanged,
  storeGivenAnswer,
} from './given-answer.service.ts';
import { readPageContent } from './page-content.ts';
import { sealPage, writePageFile } from './page-store.service.ts';

/** Pages at work at once, of each person one: people take turns, and none holds the database's connections. */
const findPageQueue = makeQueuesByApp({ atOnce: 8, atOnceEach: 1 });
const TRY_AGAIN_S = 60 * 60;

export interface SentPage {
  registration: number;
  ask: string;
  /** SHA-256 of the bytes, as the sender has computed it. */
  sha256: string;
  bytes: Buffer;
  /** SHA-256 of the page whose place this one takes. */
  replaces?: string | undefined;
}

/** Stores a page once, whole or not at all. A page that comes again is the same page. */
export async function storePage(ctx: Ctx, page: SentPage): Promise<void> {
  if (page.bytes.length === 0) throw new AppError('UNSUPPORTED_MEDIA_TYPE', documentFaults.empty);
  if (hashSha256(page.bytes) !== page.sha256)
    throw new AppError('VALIDATION_ERROR', serverDocumentFaults.otherBytes);
  await findPageQueue(ctx).run(() => storePageInTurn(ctx, page), { group: String(page.registration) });
}

async function storePageInTurn(ctx: Ctx, page: SentPage): Promise<void> {
  const { registration, ask, bytes } = page;
  await findDocumentAsk(ctx, registration, ask);
  // Before the work of decoding. The transactions below check it again, because another process may store pages too
  if (!(await mayAddPage(ctx, page, 0))) return;
  const { format, content } = await readPageContent(ctx, String(registration), bytes);
  await refuseWithoutDiskSpace(ctx, content.length);
  const id = randomUUID();
  const { sealedKey, file } = sealPage(ctx.config.dataKeys, id, content);
  const row = { id, registration, ask, hash: page.sha256, format, bytes: file.length, sealedKey };
  if (!(await runInTransaction(ctx, (tx) => addPageRow(tx, page, row)))) return;
  await writePageFile(ctx, id, file).catch(async (error: unknown) => {
    ctx.log.error({ err: error }, 'the store of documents failed');
    await unsealPages(ctx, { id });
    throw new AppError('UNAVAILABLE', serverDocumentFaults.noRoom, { retryAfter: TRY_AGAIN_S });
  });
  if (!(await runInTransaction(ctx, (tx) => markPageArrived(tx, page, id)))) throw makeFullError(page);
}

/** The page to be replaced may have gone meanwhile. */
const makeFullError = ({ replaces }: Pick<SentPage, 'replaces'>) =>
  new AppError('CONFLICT', replaces ? serverDocumentFaults.otherPages : documentFaults.tooManyPages);

type NewPageRow = Pick<DocumentPageRow, 'id' | 'hash' | 'format' | 'bytes'> & { sealedKey: string };

/** False for a page that is there already. */
async function addPageRow(tx: TxCtx, page: SentPage, row: NewPageRow): Promise<boolean> {
  const { registration, ask, sha256: hash } = page;
  await lockApplicant(tx, registration);
  if (!(await mayAddPage(tx, page, row.bytes))) return false;
  // Of a try that was broken off, or is under way in another process: this one is as good
  await unsealPages(tx, { registration, ask, hash });
  await tx.em.insert(DocumentPageEntity, { ...row, registration, ask, position: 0, createdAt: tx.now() });
  return true;
}

/** The page that is replaced is there until this moment. False when the document is full by now. */
async function markPageArrived(
  tx: TxCtx,
  { registration, ask, replaces }: SentPage,
  id: string,
): Promise<boolean> {
  await lockApplicant(tx, registration);
  const pages = await listPages(tx, registration, ask);
  const replacedPage = pages.find(({ hash }) => hash === replaces);
  if (!replacedPage && pages.length >= documentLimits.pages) {
    await unsealPages(tx, { id });
    return false;
  }
  const where = { id, registration, sealedKey: { $ne: null } };
  const updatedPageCount = await tx.em.nativeUpdate(DocumentPageEntity, where, {
    position: replacedPage?.position ?? (pages.at(-1)?.position ?? 0) + 1,
    arrivedAt: tx.now(),
  });
  if (updatedPageCount === 0) return true;
  if (replacedPage) await unsealPages(tx, { id: replacedPage.id });
  await storeGivenAnswer(tx, registration, await findDocumentAsk(tx, registration, ask));
  return true;
}

/** False for a page that is there already. Throws when the document or the person has no more room. */
async function mayAddPage(
  ctx: Pick<Ctx, 'em'>,
  { registration, ask, sha256, replaces }: SentPage,
  bytes: number,
) {
  const registrationPages = await listPages(ctx, registration);
  const pages = registrationPages.filter((one) => one.ask === ask);
  if (pages.some(({ hash }) => hash === sha256)) return false;
  const replacedPage = pages.find(({ hash }) => hash === replaces);
  if (!replacedPage && pages.length >= documentLimits.pages) throw makeFullError({ replaces });
  const keptPages = registrationPages.filter((one) => one !== replacedPage);
  const totalBytes = keptPages.reduce((total, one) => total + one.bytes, bytes);
  if (totalBytes > documentLimits.personBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', serverDocumentFaults.largePerson);
  return true;
}

/** Documents take at most half of the room that they share with everything else on the disk. */
export async function refuseWithoutDiskSpace(
  { em, config }: Pick<Ctx, 'em' | 'config'>,
  bytes: number,
  readFree: (folder: string) => Promise<number> = readFreeBytes,
): Promise<void> {
  // The operator sets the bounds of an object store
  if (config.s3Url) return;
  const freeDiskBytes = await readFree(config.dataDir);
  const [stored] = await readRows(em, { bytes: text })(
    `select coalesce(sum(bytes), 0)::text as bytes from ${DOCUMENT_PAGES_TABLE}`,
  );
  if (Number(stored?.bytes ?? 0) + bytes <= freeDiskBytes - bytes) return;
  throw new AppError('UNAVAILABLE', serverDocumentFaults.noRoom, { retryAfter: TRY_AGAIN_S });
}

type PageFilter = Partial<Pick<DocumentPageRow, 'id' | 'hash' | 'ask'>> & { registration?: number };

/** From now on nobody can read them. The job removes their files, and then their rows. */
const unsealPages = ({ em }: Pick<Ctx, 'em'>, which: PageFilter): Promise<number> =>
  em.nativeUpdate(DocumentPageEntity, which, { sealedKey: null, registration: null });

/** A page that is not there is no fault. */
export const removePage = (ctx: Ctx, page: Omit<SentPage, 'bytes' | 'replaces'>): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const { registration, ask, sha256: hash } = page;
    await lockApplicant(tx, registration);
    if ((await unsealPages(tx, { registration, ask, hash })) === 0) return;
    const givenAnswer = await findGivenAnswer(tx, registration, ask);
    if (!givenAnswer) return;
    const isWithoutPages = (await listPages(tx, registration, ask)).length === 0;
    // What was refused is still known when its pages are replaced
    if (isWithoutPages && givenAnswer.state !== 'refused' && !givenAnswer.originalSeenAt)
      await tx.em.remove(givenAnswer).flush();
    else await markAnswerChanged(tx, givenAnswer);
  });

export const orderPages = (
  ctx: Ctx,
  { registration, ask }: Pick<SentPage, 'registration' | 'ask'>,
  hashes: readonly string[],
): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await lockApplicant(tx, registration);
    await findDocumentAsk(tx, registration, ask);
    const pages = await listPages(tx, registration, ask);
    const isOrderOfSamePages =
      new Set(hashes).size === pages.length && pages.every(({ hash }) => hashes.includes(hash));
    if (!isOrderOfSamePages || hashes.length !== pages.length)
      throw new AppError('CONFLICT', serverDocumentFaults.otherPages);
    if (pages.every(({ hash }, at) => hash === hashes[at])) return;
    for (const [at, hash] of hashes.entries())
      await tx.em.nativeUpdate(DocumentPageEntity, { registration, ask, hash }, { position: at + 1 });
    const given = await findGivenAnswer(tx, registration, ask);
    if (given) await markAnswerChanged(tx, given);
  });

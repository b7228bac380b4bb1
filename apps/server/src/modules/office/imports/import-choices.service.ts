import type { ImportChoices } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { bool, int, listIds, readRows } from '../../../sql.ts';
import type { ContextInTransaction } from '../../../transaction.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { makeGroupKey, type PlannedItem, planItems, willBeImported } from './import-plan.service.ts';
import { listBuiltInPages } from './import-site.service.ts';

type ChoiceTx = ContextInTransaction<Pick<Ctx, 'em' | 'content' | 'config' | 'actor'>>;

/**
 * Forgets the items that were left out, so that a later import of the file offers them again. Returns the number of
 * items to import.
 */
export async function applyChoices(tx: ChoiceTx, importId: number, choices: ImportChoices): Promise<number> {
  const { builtIn, menu } = choices;
  const plannedItems = (await planItems(tx, importId)).filter(willBeImported);
  const isItemTaken = makeItemTakenTest(choices);
  const skippedItems = plannedItems.filter((item) => item.kind !== 'builtIn' && !isItemTaken(item));
  await placeBuiltInPages(tx, plannedItems, choices);
  const builtInChoicesById = new Map(builtIn.map(({ id, as }) => [id, as]));
  const builtInItemsToLeave = plannedItems.filter((item) => {
    const builtInChoice = builtInChoicesById.get(item.id) ?? (item.builtIn === '' ? 'leave' : 'move');
    return item.kind === 'builtIn' && builtInChoice === 'leave';
  });
  const { fronts = [], others = [] } = Object.groupBy(builtInItemsToLeave, (item) =>
    item.builtIn === '' ? 'fronts' : 'others',
  );
  skippedItems.push(...others);
  // The addresses of an old front page redirect to the front page of this site
  await tx.em.nativeUpdate(
    ImportItemEntity,
    { id: { $in: listIds(fronts) } },
    { replacesText: true, input: {} },
  );
  for (const skippedItemBatch of splitIntoBatches(listIds(skippedItems)))
    await tx.em.nativeDelete(ImportItemEntity, { id: { $in: [...skippedItemBatch] } });
  const importFiles = await readRows(tx.em, { id: int, isDocument: bool })(
    'select id, is_document as "isDocument" from import_pictures where import_id = ?',
    [importId],
  );
  const leftOutFiles = importFiles.filter(
    ({ id, isDocument }) => !isItemTaken({ id, kind: isDocument ? 'document' : 'picture', category: null }),
  );
  for (const batch of splitIntoBatches(listIds(leftOutFiles)))
    await tx.em.nativeUpdate(ImportPictureEntity, { id: { $in: [...batch] } }, { isLeftOut: true });
  const chosenItemAndFileCount =
    plannedItems.length - skippedItems.length - fronts.length + importFiles.length - leftOutFiles.length;
  if (plannedItems.length > 0 && chosenItemAndFileCount === 0 && !menu)
    throw new AppError('CONFLICT', 'Nothing is chosen. Choose what comes.');
  await tx.em.nativeUpdate(ImportEntity, { id: importId }, { takesMenu: menu });
  return chosenItemAndFileCount;
}

function makeItemTakenTest({ groups }: ImportChoices) {
  const groupsByKey = new Map(
    groups.map((group) => [makeGroupKey(group), { ...group, except: new Set(group.except) }]),
  );
  return (item: Pick<PlannedItem, 'id' | 'kind' | 'category'>): boolean => {
    const chosenGroup = groupsByKey.get(makeGroupKey(item));
    return !chosenGroup || chosenGroup.isTaken !== chosenGroup.except.has(item.id);
  };
}

/**
 * Applies the choices for pages whose address this site uses itself: they get another address, or their text replaces
 * that of the built-in page.
 */
async function placeBuiltInPages(tx: ChoiceTx, planned: readonly PlannedItem[], { builtIn }: ImportChoices) {
  const builtInItems = planned.filter(({ kind }) => kind === 'builtIn');
  const pagesById = new Map((await listBuiltInPages(tx, builtInItems)).map((page) => [page.id, page]));
  for (const [at, { id, as, path }] of builtIn.entries()) {
    const builtInPage = pagesById.get(id);
    const addPageFault = (message: string) =>
      invalidInputError([{ path: `choices.builtIn.${at}.as`, message }], message);
    if (!builtInPage) throw addPageFault('This page is not among those that come');
    if (as === 'replace') {
      if (!builtInPage.mayReplace)
        throw addPageFault(`The text of “${builtInPage.title}” cannot stand on that page`);
      await tx.em.nativeUpdate(ImportItemEntity, { id }, { replacesText: true });
    } else if (as === 'move' && path) {
      await tx.em.execute(
        `update import_items set input = jsonb_set(input, '{path}', to_jsonb(?::text)) where id = ?`,
        [path, id],
      );
    }
  }
}

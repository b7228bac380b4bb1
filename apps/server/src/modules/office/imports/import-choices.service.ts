import type { ImportChoices } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { bool, int, listIds, readRows } from '../../../sql.ts';
import type { InTransaction } from '../../../transaction.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { makeGroupKey, type PlannedItem, planItems, willBeImported } from './import-plan.service.ts';
import { listBuiltInPages } from './import-site.service.ts';

type ChoiceTx = InTransaction<Pick<Ctx, 'em' | 'content' | 'config' | 'actor'>>;

/**
 * Forgets the items that were left out, so that a later import of the file offers them again. Returns the number of
 * items to import.
 */
export async function applyChoices(tx: ChoiceTx, importId: number, choices: ImportChoices): Promise<number> {
  const { builtIn, menu } = choices;
  const plannedItems = (await planItems(tx, importId)).filter(willBeImported);
  const isItemTaken = makeTakenTest(choices);
  const skippedItems = plannedItems.filter((item) => item.kind !== 'builtIn' && !isItemTaken(item));
  await placeBuiltInPages(tx, plannedItems, choices);
  const answers = new Map(builtIn.map(({ id, as }) => [id, as]));
  const itemsToLeave = plannedItems.filter((item) => {
    const answer = answers.get(item.id) ?? (item.builtIn === '' ? 'leave' : 'move');
    return item.kind === 'builtIn' && answer === 'leave';
  });
  const { fronts = [], others = [] } = Object.groupBy(itemsToLeave, (item) =>
    item.builtIn === '' ? 'fronts' : 'others',
  );
  skippedItems.push(...others);
  // The addresses of an old front page redirect to the front page of this site
  await tx.em.nativeUpdate(
    ImportItemEntity,
    { id: { $in: listIds(fronts) } },
    { replacesText: true, input: {} },
  );
  for (const batch of splitIntoBatches(listIds(skippedItems)))
    await tx.em.nativeDelete(ImportItemEntity, { id: { $in: [...batch] } });
  const files = await readRows(tx.em, { id: int, isDocument: bool })(
    'select id, is_document as "isDocument" from import_pictures where import_id = ?',
    [importId],
  );
  const leftOutFiles = files.filter(
    ({ id, isDocument }) => !isItemTaken({ id, kind: isDocument ? 'document' : 'picture', category: null }),
  );
  for (const batch of splitIntoBatches(listIds(leftOutFiles)))
    await tx.em.nativeUpdate(ImportPictureEntity, { id: { $in: [...batch] } }, { isLeftOut: true });
  const chosenCount =
    plannedItems.length - skippedItems.length - fronts.length + files.length - leftOutFiles.length;
  if (plannedItems.length > 0 && chosenCount === 0 && !menu)
    throw new AppError('CONFLICT', 'Nothing is chosen. Choose what comes.');
  await tx.em.nativeUpdate(ImportEntity, { id: importId }, { takesMenu: menu });
  return chosenCount;
}

function makeTakenTest({ groups }: ImportChoices) {
  const groupsByKey = new Map(
    groups.map((group) => [makeGroupKey(group), { ...group, except: new Set(group.except) }]),
  );
  return (item: Pick<PlannedItem, 'id' | 'kind' | 'category'>): boolean => {
    const group = groupsByKey.get(makeGroupKey(item));
    return !group || group.isTaken !== group.except.has(item.id);
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
    const page = pagesById.get(id);
    const addFault = (message: string) =>
      invalidInputError([{ path: `choices.builtIn.${at}.as`, message }], message);
    if (!page) throw addFault('This page is not among those that come');
    if (as === 'replace') {
      if (!page.mayReplace) throw addFault(`The text of “${page.title}” cannot stand on that page`);
      await tx.em.nativeUpdate(ImportItemEntity, { id }, { replacesText: true });
    } else if (as === 'move' && path) {
      await tx.em.execute(
        `update import_items set input = jsonb_set(input, '{path}', to_jsonb(?::text)) where id = ?`,
        [path, id],
      );
    }
  }
}

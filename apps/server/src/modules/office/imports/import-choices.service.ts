import type { ImportChoices } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { bool, int, listIds, readRows } from '../../../sql.ts';
import type { InTransaction } from '../../../transaction.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { makeGroupKey, type PlannedItem, planItems, willBeImported } from './import-plan.service.ts';
import { listBuiltIn } from './import-site.service.ts';

type ChoiceTx = InTransaction<Pick<Ctx, 'em' | 'content' | 'config' | 'actor'>>;

/**
 * Forgets the items that were left out, so that a later import of the file offers them again. Returns the number of
 * items to import.
 */
export async function applyChoices(tx: ChoiceTx, importId: number, choices: ImportChoices): Promise<number> {
  const { builtIn, menu } = choices;
  const planned = (await planItems(tx, importId)).filter(willBeImported);
  const isTaken = readGroups(choices);
  const untakenItems = planned.filter((item) => item.kind !== 'builtIn' && !isTaken(item));
  await placeBuiltIn(tx, planned, choices);
  const answers = new Map(builtIn.map(({ id, as }) => [id, as]));
  const leaving = planned.filter((item) => {
    const answer = answers.get(item.id) ?? (item.builtIn === '' ? 'leave' : 'move');
    return item.kind === 'builtIn' && answer === 'leave';
  });
  const { fronts = [], others = [] } = Object.groupBy(leaving, (item) =>
    item.builtIn === '' ? 'fronts' : 'others',
  );
  untakenItems.push(...others);
  // Addresses of an old front page lead to this one
  await tx.em.nativeUpdate(
    ImportItemEntity,
    { id: { $in: listIds(fronts) } },
    { replacesText: true, input: {} },
  );
  for (const batch of splitIntoBatches(listIds(untakenItems)))
    await tx.em.nativeDelete(ImportItemEntity, { id: { $in: [...batch] } });
  const files = await readRows(tx.em, { id: int, isDocument: bool })(
    'select id, is_document as "isDocument" from import_pictures where import_id = ?',
    [importId],
  );
  const leftFiles = files.filter(
    ({ id, isDocument }) => !isTaken({ id, kind: isDocument ? 'document' : 'picture', category: null }),
  );
  for (const batch of splitIntoBatches(listIds(leftFiles)))
    await tx.em.nativeUpdate(ImportPictureEntity, { id: { $in: [...batch] } }, { isLeftOut: true });
  const total = planned.length - untakenItems.length - fronts.length + files.length - leftFiles.length;
  if (planned.length > 0 && total === 0 && !menu)
    throw new AppError('CONFLICT', 'Nothing is chosen. Choose what comes.');
  await tx.em.nativeUpdate(ImportEntity, { id: importId }, { takesMenu: menu });
  return total;
}

function readGroups({ groups }: ImportChoices) {
  const known = new Map(
    groups.map((group) => [makeGroupKey(group), { ...group, except: new Set(group.except) }]),
  );
  return (item: Pick<PlannedItem, 'id' | 'kind' | 'category'>): boolean => {
    const group = known.get(makeGroupKey(item));
    return !group || group.isTaken !== group.except.has(item.id);
  };
}

/** Pages at addresses of the site itself: another address, or a text for the page that is here. */
async function placeBuiltIn(tx: ChoiceTx, planned: readonly PlannedItem[], { builtIn }: ImportChoices) {
  const open = planned.filter(({ kind }) => kind === 'builtIn');
  const known = new Map((await listBuiltIn(tx, open)).map((page) => [page.id, page]));
  for (const [at, { id, as, path }] of builtIn.entries()) {
    const page = known.get(id);
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

import { type BuiltInChoice, builtInChoices, nestMenuEntries } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { ownPagesFolder } from '@institute/contract/pages.constants';
import { type MenuPath, menuLabels } from '@institute/contract/site.constants';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field, Input } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { reserveScrollRoomAtBottom } from '@institute/ui/reserve-room.ts';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { decodeAddress, PlannedAddresses, PlannedGroup } from './planned-list.tsx';
import {
  type ImportChoicesState,
  type ImportPlan,
  isEmptyPlan,
  listGroups,
  useImportChoices,
} from './use-choices.ts';

export function ImportPreview({ id, children }: { id: number; children: ReactNode }) {
  const commitMutation = admin.imports.commit.useMutation();
  // A started import has no plan any more
  const isImportBegun = commitMutation.isPending || commitMutation.isSuccess;
  const planQuery = admin.imports.plan.useQuery({ id }, { enabled: !isImportBegun });
  return (
    <Loading query={planQuery} failed="Failed to load the preview">
      {(data) => (
        <PlanForm key={data.hash} id={id} plan={data} commit={commitMutation} isBegun={isImportBegun}>
          {children}
        </PlanForm>
      )}
    </Loading>
  );
}

interface PlanFormProps {
  id: number;
  plan: ImportPlan;
  commit: ReturnType<typeof admin.imports.commit.useMutation>;
  isBegun: boolean;
  children: ReactNode;
}

function PlanForm({ id, plan, commit, isBegun, children }: PlanFormProps) {
  const importChoices = useImportChoices(plan);
  const { change, outcome } = useChangeWithOutcome();
  const importGroups = listGroups(plan);
  const isFileGroup = ({ kind }: (typeof importGroups)[number]) => kind === 'picture' || kind === 'document';
  const countChosenItems = (isCounted: (group: (typeof importGroups)[number]) => boolean) =>
    importGroups.filter(isCounted).reduce((total, group) => total + importChoices.countTaken(group), 0);
  const itemCount =
    countChosenItems((group) => !isFileGroup(group)) +
    plan.builtIn.filter((page) => importChoices.findChoice(page).as !== 'leave').length;
  const fileCount = plan.newFiles > 0 ? countChosenItems(isFileGroup) : 0;
  const planHasNothingToImport = isEmptyPlan(plan) && !importChoices.menu;
  const importsAnything = itemCount > 0 || fileCount > 0 || importChoices.menu;
  const startImport = () =>
    change(() => commit.mutateAsync({ id, hash: plan.hash, choices: importChoices.choices }), {
      failed: 'The import could not begin',
    });
  return (
    <section aria-label="Preview" className="flex flex-col gap-5">
      {plan.site && <p className="wrap-anywhere">From {plan.site}</p>}
      <ImportCounts plan={plan} />
      {importGroups.length > 0 && !isEmptyPlan(plan) && (
        <TitledSection title="What comes">
          <ul>
            {importGroups.map((group) => (
              <PlannedGroup
                key={`${group.kind} ${group.category}`}
                importId={id}
                group={group}
                choices={importChoices}
                isBegun={isBegun}
              />
            ))}
          </ul>
        </TitledSection>
      )}
      <BuiltInPageChoices plan={plan} choices={importChoices} />
      <OldMenu plan={plan} choices={importChoices} />
      <LeftOutList leftOut={plan.leftOut} />
      <div
        ref={reserveScrollRoomAtBottom}
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3"
      >
        <Button pending={isBegun} disabled={!importsAnything} onClick={startImport}>
          {planHasNothingToImport
            ? 'Nothing to import'
            : `Import ${describeImport({ items: itemCount, files: fileCount, menu: importChoices.menu })}`}
        </Button>
        {children}
        <OutcomeLine outcome={outcome} />
      </div>
    </section>
  );
}

/** Names what will be imported: the items, or without items the files, or without both the menu. */
function describeImport({ items, files, menu }: { items: number; files: number; menu: boolean }): string {
  if (items > 0) return countItems(items, 'item');
  return files > 0 || !menu ? countItems(files, 'file') : 'the menu';
}

function ImportCounts({
  plan: { create, update, unchanged, skipped, pictures, documents },
}: {
  plan: ImportPlan;
}) {
  const importCounts = {
    New: create,
    'Changed in the file': update,
    'Here already': unchanged,
    'Left alone: changed or deleted here': skipped,
    Pictures: pictures,
    ...(documents > 0 && { Documents: documents }),
  };
  return (
    <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2">
      {Object.entries(importCounts).map(([label, count]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="text-right font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const builtInChoiceLabels: Record<BuiltInChoice, string> = {
  move: 'A page of its own',
  replace: 'Replace the text of the page here',
  leave: 'Leave out',
};

/** Pages of the old site whose address is that of a built-in page of this site. */
function BuiltInPageChoices({ plan, choices }: { plan: ImportPlan; choices: ImportChoicesState }) {
  if (plan.builtIn.length === 0) return null;
  return (
    <TitledSection title="Pages that the site has already">
      <p className="max-w-text text-sm text-muted">
        A replaced text comes as plain words, without pictures and tables.
      </p>
      <ul className="flex flex-col gap-4">
        {plan.builtIn.map((page) => {
          const chosenBuiltInAnswer = choices.findChoice(page);
          const isFrontPage = page.builtIn === '/';
          const possibleChoices = builtInChoices.filter((as) => as !== 'replace' || page.mayReplace);
          const offeredChoices: readonly BuiltInChoice[] = isFrontPage ? ['leave', 'move'] : possibleChoices;
          return (
            <li key={page.id} className="border-b border-line pb-3">
              <Radios
                legend={
                  isFrontPage ? `Your old front page (${page.title})` : `${page.title} (${page.builtIn})`
                }
                name={`built-in-${page.id}`}
                choices={offeredChoices.map((as) => ({
                  value: as,
                  label: isFrontPage && as === 'move' ? 'Keep as a page' : builtInChoiceLabels[as],
                }))}
                value={chosenBuiltInAnswer.as}
                onChoose={(as) => choices.setAnswer(page.id, { ...chosenBuiltInAnswer, as })}
              />
              {chosenBuiltInAnswer.as === 'move' && (
                <Field label={`Address below ${ownPagesFolder}/`} className="max-w-md">
                  <Input
                    value={chosenBuiltInAnswer.path}
                    onChange={({ target }) =>
                      choices.setAnswer(page.id, { ...chosenBuiltInAnswer, path: target.value })
                    }
                  />
                </Field>
              )}
              <PlannedAddresses
                from={page.from}
                to={
                  chosenBuiltInAnswer.as === 'move' ? `${ownPagesFolder}/${chosenBuiltInAnswer.path}` : null
                }
              />
            </li>
          );
        })}
      </ul>
    </TitledSection>
  );
}

/** Entries lead to where the choices above put their pages. */
function OldMenu({ plan, choices }: { plan: ImportPlan; choices: ImportChoicesState }) {
  if (plan.menu.length === 0) return null;
  const findNewAddressOfEntry = ({ entry, pageId }: ImportPlan['menu'][number]) => {
    const pageOfEntry = plan.builtIn.find(({ id }) => id === pageId);
    if (!pageOfEntry || entry === null || entry === '/') return entry;
    const { as, path } = choices.findChoice(pageOfEntry);
    if (as === 'leave') return null;
    return as === 'move' ? `${ownPagesFolder}/${path}` : pageOfEntry.builtIn;
  };
  const nestedMenuEntries = nestMenuEntries(
    plan.menu.map((one) => ({ ...one, entry: findNewAddressOfEntry(one) })),
  );
  return (
    <TitledSection title="The menu of the old site">
      <Checkbox
        label="Put these first in the menu, in this order"
        checked={choices.menu}
        onChange={() => choices.setMenu(!choices.menu)}
      />
      <ol className="flex flex-col gap-1">
        {nestedMenuEntries.map(({ title, label, pageTitle, entry, below, why }, at) => {
          const newEntryName = label ?? menuLabels[entry as MenuPath] ?? pageTitle;
          const isEntryRenamed = title && newEntryName && title !== newEntryName;
          return (
            // An old menu may have the same entry twice
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at} className={cx('wrap-anywhere', below && 'pl-6')}>
              {title || newEntryName || 'No title'}{' '}
              <span className="text-sm text-muted">
                {entry ? decodeAddress(entry) : `left out: ${why ?? 'Its page is left out'}`}
                {entry && isEntryRenamed && `, here “${newEntryName}”`}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="max-w-text text-sm text-muted">
        What the menu has now follows after these. Pages stand in it under their own titles, and those that
        are left out do not. The order can be changed under Site › Menu.
      </p>
    </TitledSection>
  );
}

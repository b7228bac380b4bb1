import { type BuiltInChoice, builtInChoices, nestMenuEntries } from '@institute/contract/imports.constants';
import { formatNumber } from '@institute/contract/money';
import { pageFolder } from '@institute/contract/pages.constants';
import { type MenuPath, menuLabels } from '@institute/contract/site.constants';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field, Input } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { reserveBottom } from '@institute/ui/reserve-room.ts';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';
import { useShownChange } from '../../api/use-change.ts';
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
  useChoices,
} from './use-choices.ts';

export function Preview({ id, children }: { id: number; children: ReactNode }) {
  const commitMutation = admin.imports.commit.useMutation();
  // A started import has no plan any more
  const isBegun = commitMutation.isPending || commitMutation.isSuccess;
  const planQuery = admin.imports.plan.useQuery({ id }, { enabled: !isBegun });
  return (
    <Loading query={planQuery} failed="Failed to load the preview">
      {(data) => (
        <PlanForm key={data.hash} id={id} plan={data} commit={commitMutation} isBegun={isBegun}>
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
  const choices = useChoices(plan);
  const { change, outcome } = useShownChange();
  const groups = listGroups(plan);
  const isFileGroup = ({ kind }: (typeof groups)[number]) => kind === 'picture' || kind === 'document';
  const countChosenItems = (isCounted: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(isCounted).reduce((total, group) => total + choices.countTaken(group), 0);
  const itemCount =
    countChosenItems((group) => !isFileGroup(group)) +
    plan.builtIn.filter((page) => choices.findChoice(page).as !== 'leave').length;
  const fileCount = plan.newFiles > 0 ? countChosenItems(isFileGroup) : 0;
  const importsNothing = isEmptyPlan(plan) && !choices.menu;
  const importsAnything = itemCount > 0 || fileCount > 0 || choices.menu;
  const startImport = () =>
    change(() => commit.mutateAsync({ id, hash: plan.hash, choices: choices.choices }), {
      failed: 'The import could not begin',
    });
  return (
    <section aria-label="Preview" className="flex flex-col gap-5">
      {plan.site && <p className="wrap-anywhere">From {plan.site}</p>}
      <ImportCounts plan={plan} />
      {groups.length > 0 && !isEmptyPlan(plan) && (
        <TitledSection title="What comes">
          <ul>
            {groups.map((group) => (
              <PlannedGroup
                key={`${group.kind} ${group.category}`}
                importId={id}
                group={group}
                choices={choices}
                isBegun={isBegun}
              />
            ))}
          </ul>
        </TitledSection>
      )}
      <BuiltInPages plan={plan} choices={choices} />
      <OldMenu plan={plan} choices={choices} />
      <LeftOutList leftOut={plan.leftOut} />
      <div
        ref={reserveBottom}
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3"
      >
        <Button pending={isBegun} disabled={!importsAnything} onClick={startImport}>
          {importsNothing
            ? 'Nothing to import'
            : `Import ${describeImport({ items: itemCount, files: fileCount, menu: choices.menu })}`}
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

const labels: Record<BuiltInChoice, string> = {
  move: 'A page of its own',
  replace: 'Replace the text of the page here',
  leave: 'Leave out',
};

/** Pages of the old site whose address is that of a built-in page of this site. */
function BuiltInPages({ plan, choices }: { plan: ImportPlan; choices: ImportChoicesState }) {
  if (plan.builtIn.length === 0) return null;
  return (
    <TitledSection title="Pages that the site has already">
      <p className="max-w-text text-sm text-muted">
        A replaced text comes as plain words, without pictures and tables.
      </p>
      <ul className="flex flex-col gap-4">
        {plan.builtIn.map((page) => {
          const chosenAnswer = choices.findChoice(page);
          const isFrontPage = page.builtIn === '/';
          const possibleAnswers = builtInChoices.filter((as) => as !== 'replace' || page.mayReplace);
          const offeredAnswers: readonly BuiltInChoice[] = isFrontPage ? ['leave', 'move'] : possibleAnswers;
          return (
            <li key={page.id} className="border-b border-line pb-3">
              <Radios
                legend={
                  isFrontPage ? `Your old front page (${page.title})` : `${page.title} (${page.builtIn})`
                }
                name={`built-in-${page.id}`}
                choices={offeredAnswers.map((as) => ({
                  value: as,
                  label: isFrontPage && as === 'move' ? 'Keep as a page' : labels[as],
                }))}
                value={chosenAnswer.as}
                onChoose={(as) => choices.setAnswer(page.id, { ...chosenAnswer, as })}
              />
              {chosenAnswer.as === 'move' && (
                <Field label={`Address below ${pageFolder}/`} className="max-w-md">
                  <Input
                    value={chosenAnswer.path}
                    onChange={({ target }) =>
                      choices.setAnswer(page.id, { ...chosenAnswer, path: target.value })
                    }
                  />
                </Field>
              )}
              <PlannedAddresses
                from={page.from}
                to={chosenAnswer.as === 'move' ? `${pageFolder}/${chosenAnswer.path}` : null}
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
  const placeEntry = ({ entry, pageId }: ImportPlan['menu'][number]) => {
    const pageOfEntry = plan.builtIn.find(({ id }) => id === pageId);
    if (!pageOfEntry || entry === null || entry === '/') return entry;
    const { as, path } = choices.findChoice(pageOfEntry);
    if (as === 'leave') return null;
    return as === 'move' ? `${pageFolder}/${path}` : pageOfEntry.builtIn;
  };
  const entries = nestMenuEntries(plan.menu.map((one) => ({ ...one, entry: placeEntry(one) })));
  return (
    <TitledSection title="The menu of the old site">
      <Checkbox
        label="Put these first in the menu, in this order"
        checked={choices.menu}
        onChange={() => choices.setMenu(!choices.menu)}
      />
      <ol className="flex flex-col gap-1">
        {entries.map(({ title, label, pageTitle, entry, below, why }, at) => {
          const newName = label ?? menuLabels[entry as MenuPath] ?? pageTitle;
          const hasNewName = title && newName && title !== newName;
          return (
            // An old menu may have the same entry twice
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at} className={cx('wrap-anywhere', below && 'pl-6')}>
              {title || newName || 'No title'}{' '}
              <span className="text-sm text-muted">
                {entry ? decodeAddress(entry) : `left out: ${why ?? 'Its page is left out'}`}
                {entry && hasNewName && `, here “${newName}”`}
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

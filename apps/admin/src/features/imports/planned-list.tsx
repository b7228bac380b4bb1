import { formatNumber } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { useId, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { ImportChoicesState, ImportGroup } from './use-choices.ts';

const groupKindNames: Partial<Record<ImportGroup['kind'], string>> = {
  post: 'Posts',
  page: 'Pages',
  draft: 'Drafts',
  program: 'Programs',
  coach: 'Team',
  alumni: 'Alumni',
  picture: 'Pictures',
  document: 'Documents',
};

const ROWS_AT_ONCE = 50;
/** Shorter lists have no filter. */
const MIN_COUNT_FOR_FILTER = 15;

interface PlannedGroupProps {
  importId: number;
  group: ImportGroup;
  choices: ImportChoicesState;
  /** A started import has no lists of planned items any more. */
  isBegun: boolean;
}

/** One checkbox for the whole group, and one for each item when the group is opened. */
export function PlannedGroup(props: PlannedGroupProps) {
  const { group, choices } = props;
  const { kind, category, count, updates = 0 } = group;
  const [isOpen, setIsOpen] = useState(updates > 0);
  const listId = useId();
  const groupName = [groupKindNames[kind] ?? kind, category].filter(Boolean).join(': ');
  const chosenItemCount = choices.countTaken(group);
  return (
    <li className="border-b border-line py-1">
      <div className="flex items-start justify-between gap-x-2">
        <Checkbox
          className="min-w-0"
          label={
            <span className="wrap-anywhere">
              {groupName}{' '}
              <span className="text-sm text-muted tabular-nums">
                {chosenItemCount === count
                  ? formatNumber(count)
                  : `${formatNumber(chosenItemCount)} of ${formatNumber(count)}`}
                {updates > 0 && `, ${countItems(updates, 'replaces', 'replace')} what is here`}
              </span>
            </span>
          }
          checked={chosenItemCount > 0}
          isPartial={chosenItemCount > 0 && chosenItemCount < count}
          onChange={() => choices.takeGroup(group, chosenItemCount < count)}
        />
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${groupName}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      <div id={listId}>{isOpen && <GroupList {...props} name={groupName} />}</div>
    </li>
  );
}

function GroupList({ importId, group, choices, isBegun, name }: PlannedGroupProps & { name: string }) {
  const [q, setQ] = useState('');
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const { kind, category, count } = group;
  const itemsQuery = admin.imports.items.useQuery(
    { id: importId, kind, category, q: useDebounced(q.trim()), limit },
    { placeholderData: (shown) => shown, enabled: !isBegun },
  );
  return (
    <div className="flex flex-col gap-2 pb-3 pl-2 md:pl-9">
      {count > MIN_COUNT_FOR_FILTER && (
        <Field label={`Filter ${name}`} className="max-w-md">
          <Input type="search" value={q} onChange={({ target }) => setQ(target.value)} />
        </Field>
      )}
      <Loading query={itemsQuery} failed="Failed to load the list">
        {({ items, total }) => (
          <>
            <ul>
              {items.map(({ id, title, from, to, replaces }) => (
                <li key={id}>
                  <Checkbox
                    checked={choices.isTaken(group, id)}
                    onChange={() => choices.toggle(group, id)}
                    label={
                      <span className="wrap-anywhere">
                        {title}
                        {replaces !== null && (
                          <span className="text-sm text-muted"> (replaces “{replaces}”)</span>
                        )}
                        <PlannedAddresses from={from} to={to} />
                      </span>
                    }
                  />
                </li>
              ))}
            </ul>
            {total === 0 && <p className="text-muted">Nothing is called so</p>}
            {total > items.length && (
              <Button
                variant="outline"
                className="self-start"
                onClick={() => setLimit(limit + 4 * ROWS_AT_ONCE)}
              >
                Show more ({formatNumber(total - items.length)})
              </Button>
            )}
          </>
        )}
      </Loading>
    </div>
  );
}

/** A post gets its number, and a file its name, when it is stored. */
export function PlannedAddresses({ from, to }: { from: string | null; to: string | null }) {
  if (!from && !to) return null;
  return (
    <span className="block text-sm text-muted">
      {[from && decodeAddress(from), to && decodeAddress(to)].filter(Boolean).join(' → ')}
    </span>
  );
}

export function decodeAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

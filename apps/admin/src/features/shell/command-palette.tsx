import type { EntityType } from '@institute/contract';
import { capitalise } from '@institute/contract/text';
import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Dialog } from '@institute/ui/dialog.tsx';
import { controlClass } from '@institute/ui/field.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { findContentResourceKey } from '../../api/content-resources.ts';
import { useAdminResources } from '../../content/admin-resource.ts';
import { type EntityLink, findEntityLink } from '../../content/entity-link.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { dashboardScreen, type ScreenPart, useAllowedScreens } from './screens.ts';

/** Shorter texts find screens only. */
const MIN_SEARCH_LENGTH = 2;

type FinderOption = { key: string; group: string; title: string; detail?: string | null; link: EntityLink };

export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  // The listener is added before the screen is painted, so that no key press on a visible screen is lost
  useLayoutEffect(() => {
    const openOnShortcut = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', openOnShortcut);
    return () => window.removeEventListener('keydown', openOnShortcut);
  }, []);

  return (
    <>
      <Tooltip label="Find anything (Ctrl+K)" side="bottom">
        <IconButton
          label="Find anything"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Search aria-hidden />
        </IconButton>
      </Tooltip>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Command palette"
        onOpenAutoFocus={focusInput}
      >
        <CommandFinder onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function focusInput(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).querySelector('input')?.focus();
}

function CommandFinder({ onChosen }: { onChosen: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { options, isSearching, error } = useFinderOptions(typed.trim());
  const activePlace = Math.min(active, options.length - 1);
  const makeOptionId = (place: number) => `${id}-${place}`;

  const chooseOption = (option: FinderOption | undefined) => {
    if (!option) return;
    onChosen();
    void navigate(option.link);
  };
  const moveToOption = (place: number) => {
    const nextPlace = (place + options.length) % Math.max(1, options.length);
    setActive(nextPlace);
    document.getElementById(makeOptionId(nextPlace))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveToOption(activePlace + 1);
    else if (event.key === 'ArrowUp') moveToOption(activePlace - 1);
    else if (event.key === 'Enter') chooseOption(options[activePlace]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-3">
      <input
        role="combobox"
        aria-label="Find a screen, a person, a post, a program or a donation"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? makeOptionId(activePlace) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="A screen, a name, a reference, a receipt"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className={cx(controlClass, 'h-12')}
      />
      <p role="status" className="sr-only">
        {isSearching ? 'Searching…' : `${options.length} found`}
      </p>
      {error && (
        <p role="alert" className="text-clay-deep">
          {error}
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="flex flex-col">
        {options.map((option, place) => (
          <div key={option.key}>
            {option.group !== options[place - 1]?.group && (
              <p aria-hidden className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
                {option.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and takes the keys */}
            <div
              id={makeOptionId(place)}
              role="option"
              aria-selected={place === activePlace}
              tabIndex={-1}
              onMouseMove={() => setActive(place)}
              onClick={() => chooseOption(option)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 py-1.5',
                place === activePlace && 'bg-sand',
              )}
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{option.group}: </span>
                {option.title}
              </span>
              {option.detail && <span className="shrink-0 text-sm text-muted">{option.detail}</span>}
            </div>
          </div>
        ))}
      </div>
      {options.length === 0 && !isSearching && !error && (
        <p className="px-3 py-2 text-muted">Nothing has this name.</p>
      )}
    </div>
  );
}

function useFinderOptions(q: string) {
  const debouncedText = useDebounced(q);
  const findTypeName = useEntityNames();
  /** Names a part with what it belongs to: “Settings › Trash”. */
  const listScreenPaths = (part: ScreenPart, path: string): { to: string; label: string }[] =>
    part.parts?.flatMap((inner) => listScreenPaths(inner, `${path} › ${inner.label}`)) ?? [
      { to: part.to, label: path },
    ];
  const screenPaths = [dashboardScreen, ...useAllowedScreens().flatMap(({ entries }) => entries)].flatMap(
    (screen) => listScreenPaths(screen, screen.label),
  );
  const isSearchLongEnough = debouncedText.length >= MIN_SEARCH_LENGTH && q.length >= MIN_SEARCH_LENGTH;
  const finderQuery = admin.finder.find.useQuery(
    { q: debouncedText },
    { enabled: isSearchLongEnough, placeholderData: keepPreviousData },
  );
  const isNameMatching = ({ label }: { label: string }) => label.toLowerCase().includes(q.toLowerCase());
  const finderOptions: FinderOption[] = screenPaths
    .filter(isNameMatching)
    .map(({ to, label }) => ({ key: to, group: 'Screens', title: label, link: { to } }));
  for (const { type, id, title, detail } of isSearchLongEnough ? (finderQuery.data ?? []) : []) {
    const entityLink = findEntityLink(type, id);
    if (entityLink)
      finderOptions.push({
        key: `${type}-${id}`,
        group: findTypeName(type),
        title,
        detail,
        link: entityLink,
      });
  }
  return {
    options: finderOptions,
    isSearching: isSearchLongEnough && (finderQuery.isFetching || debouncedText !== q),
    error: isSearchLongEnough && finderQuery.error ? toApiFailure(finderQuery.error).message : null,
  };
}

const entityLabels: Partial<Record<EntityType, string>> = {
  registration: 'Registrations',
  donation: 'Donations',
  contact: 'Messages',
};

function useEntityNames(): (type: EntityType) => string {
  const resources = useAdminResources();
  return (type) => {
    const contentResourceKey = findContentResourceKey(type);
    return contentResourceKey
      ? capitalise(resources[contentResourceKey].words.many)
      : (entityLabels[type] ?? capitalise(type));
  };
}

import { formatBalance, maxPayersShown } from '@institute/contract/fees.constants';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

export type PayingPerson = {
  registrationId: number;
  reference: string;
  name: string;
  balance: number;
  program?: string | null;
  /** First day of the class. */
  startsOn?: string | null;
  phone?: string;
};

/** Details that distinguish people of the same name. */
const describePerson = ({ program, startsOn, phone }: PayingPerson): string =>
  [program, startsOn && `starts ${formatDate(startsOn)}`, phone].filter(Boolean).join(', ');

/**
 * Keeps the form from being submitted until the returned function is called, which then submits it if
 * somebody tried.
 */
function delaySubmitOfForm(form: HTMLFormElement | null | undefined): () => void {
  let wasSubmitPrevented = false;
  const preventSubmit = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    wasSubmitPrevented = true;
  };
  form?.addEventListener('submit', preventSubmit, { capture: true });
  return () => {
    form?.removeEventListener('submit', preventSubmit, { capture: true });
    if (wasSubmitPrevented) form?.requestSubmit();
  };
}

type PersonFieldProps = {
  chosen: PayingPerson | null;
  mayChange: boolean;
  error: string | undefined;
  /** A form focuses the first field that it refuses. */
  ref?: Ref<{ focus: () => void }>;
  onChoose: (person: PayingPerson | null) => void;
  /** Moves the focus to the next field. Enter calls it at once, even while the search runs. */
  onLeave?: () => void;
};

/** Finds people who may pay, also before their acceptance. Enter takes the only one that is found. */
export function PersonField({ chosen, mayChange, error, ref, onChoose, onLeave }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const searchText = useDebounced(typed.trim());
  const searchInput = useRef<HTMLInputElement>(null);
  const resultList = useRef<HTMLUListElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => searchInput.current?.focus() }));
  const { fees } = admin.useUtils();
  const { data, isFetching } = admin.fees.people.useQuery(
    { q: searchText },
    { enabled: searchText !== '' && !chosen },
  );
  const isSearchCurrent = searchText !== '' && searchText === typed.trim();
  // An answer from the cache may show the balance before the last payment
  const foundPeople = isSearchCurrent && !isFetching ? data : undefined;
  useEffect(() => {
    if (!chosen) searchInput.current?.focus();
  }, [chosen]);
  const choosePerson = (person: PayingPerson) => {
    setTyped('');
    setFault(undefined);
    onChoose(person);
  };
  const chooseIfOnlyOne = (people: readonly PayingPerson[]) => {
    const [only] = people;
    if (only && people.length === 1) choosePerson(only);
    else setFault(only ? `${people.length} people are found: choose one` : 'Nobody is found');
  };
  const chooseTypedPerson = async () => {
    const typedText = typed.trim();
    if (typedText === '') return;
    const allowSubmitAgain = delaySubmitOfForm(searchInput.current?.form);
    onLeave?.();
    try {
      const matchingPeople = foundPeople ?? (await fees.people.fetch({ q: typedText }, { staleTime: 0 }));
      // The user may have returned to this field and typed another name
      if (!searchInput.current || searchInput.current.value.trim() === typedText)
        chooseIfOnlyOne(matchingPeople);
    } catch {
      setFault('The search failed. Press Enter again.');
    }
    allowSubmitAgain();
  };
  /** Arrow keys move the focus from the field into the list and back. */
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const focusStops: (HTMLElement | null)[] = [
      searchInput.current,
      ...(resultList.current?.querySelectorAll<HTMLElement>('button') ?? []),
    ];
    const nextStopIndex =
      focusStops.indexOf(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    focusStops[nextStopIndex]?.focus();
  };
  if (chosen) return <ChosenPerson person={chosen} onChange={mayChange ? () => onChoose(null) : undefined} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the field and the buttons in it
    <div className="flex flex-col gap-2" onKeyDown={moveFocus}>
      <Field label="Person" hint="Name, phone, reference or pay code" required error={fault ?? error}>
        <Input
          ref={searchInput}
          // The margin keeps the last recorded payment in view above the field
          className="scroll-mt-72"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void chooseTypedPerson();
          }}
        />
      </Field>
      <p aria-live="polite" className="sr-only">
        {foundPeople && `${foundPeople.length} found`}
      </p>
      {foundPeople?.length === 0 && !fault && <p className="text-sm text-muted">Nobody is found.</p>}
      {foundPeople && foundPeople.length > 0 && (
        <FoundPeople
          ref={resultList}
          people={foundPeople}
          onChoose={(person) => {
            choosePerson(person);
            onLeave?.();
          }}
        />
      )}
      {foundPeople && foundPeople.length >= maxPayersShown && (
        <p className="text-sm text-muted">
          Only the newest {maxPayersShown} are shown. Type more of the name, or the phone.
        </p>
      )}
    </div>
  );
}

type ChosenPersonProps = { person: PayingPerson; onChange: (() => void) | undefined };

function ChosenPerson({ person, onChange }: ChosenPersonProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3">
      <p className="min-w-0 wrap-anywhere">
        <strong>{person.name}</strong>, <span className="whitespace-nowrap">{person.reference}</span>
        <span className="block text-sm text-muted">{describePerson(person)}</span>
        <span className="block text-sm text-muted">Balance {formatBalance(person.balance)}</span>
      </p>
      {onChange && (
        <Button size="sm" variant="outline" onClick={onChange}>
          Change Person
        </Button>
      )}
    </div>
  );
}

type FoundPeopleProps = {
  people: readonly PayingPerson[];
  ref: Ref<HTMLUListElement>;
  onChoose: (person: PayingPerson) => void;
};

function FoundPeople({ people, ref, onChoose }: FoundPeopleProps) {
  return (
    <ul ref={ref} aria-label="People" className="divide-y divide-line rounded-control border border-line">
      {people.map((person) => (
        <li key={person.registrationId}>
          <button
            type="button"
            className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-left hover:bg-sand"
            onClick={() => onChoose(person)}
          >
            <span className="min-w-0 wrap-anywhere">
              {person.name}, {person.reference}
              <span className="block text-sm text-muted">{describePerson(person)}</span>
            </span>
            <span className="text-sm text-muted">{formatBalance(person.balance)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

import { formatPrice } from '@institute/contract/money';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { type ComponentProps, Suspense } from 'react';
import { useApi } from '../../api/context.ts';
import { WillNeed } from './late-parts.ts';

/** Browsers load the list when it is needed. An ordinary import would be a part of their first load. */
const ServedList = import.meta.env.SSR && (await import('./will-need.tsx')).WillNeed;

type ProgramSelectProps = Pick<ComponentProps<'select'>, 'required' | 'aria-required'> & {
  name: string;
  value: string;
  onChoose: (id: string) => void;
};

export function ProgramSelect({ value, onChoose, ...select }: ProgramSelectProps) {
  const { queries } = useApi();
  const isHydrated = useHydrated();
  const { data: programs, isError, isFetching, refetch } = useQuery(queries.registration.programs());
  const chosenProgram = programs?.find(({ id }) => String(id) === value);
  return (
    <>
      <Select
        {...select}
        choices={programs?.map(({ id, name }) => [id, name])}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{programs || isError ? 'Choose a program' : 'Loading programs…'}</option>
      </Select>
      {chosenProgram && (
        // Without scripts it would stay when another program is chosen
        <p className="needs-script text-sm text-muted">
          {chosenProgram.duration}, {formatPrice(chosenProgram.price)}
        </p>
      )}
      {chosenProgram && !isHydrated && <ServedWillNeed id={value} />}
      {chosenProgram && isHydrated && (
        <Suspense>
          <WillNeed id={value} />
        </Suspense>
      )}
      {!programs && isError && (
        <Alert tone="danger" title="The programs could not be loaded">
          <Button variant="outline" size="sm" className="mt-2" pending={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      )}
    </>
  );
}

/** For browsers without scripts. Others leave what the server has written as it is. */
const ServedWillNeed = ({ id }: { id: string }) =>
  ServedList ? (
    <div className="without-script">
      <ServedList id={id} />
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
    <div className="without-script" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  );

import { formatPrice } from '@institute/contract/money';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';

type ProgramSelectProps = { name: string; value: string; onChoose: (id: string) => void };

export function ProgramSelect({ name, value, onChoose }: ProgramSelectProps) {
  const { queries } = useApi();
  const { data: programs, isError, isFetching, refetch } = useQuery(queries.registration.programs());
  const chosen = programs?.find(({ id }) => String(id) === value);
  return (
    <>
      <Select name={name} value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{programs || isError ? 'Choose a program' : 'Loading programs…'}</option>
        {programs?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && (
        // without scripts it would stay when another program is chosen
        <p className="needs-script text-sm text-muted">
          {chosen.duration}, {formatPrice(chosen.price)}
        </p>
      )}
      {!programs && isError && (
        <Alert tone="danger" title="The programs could not be loaded">
          <Button variant="outline" size="sm" className="mt-2" pending={isFetching} onClick={() => refetch()}>
            Retry
          </Button>
        </Alert>
      )}
    </>
  );
}

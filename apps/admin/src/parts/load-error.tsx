import { ErrorState } from '@institute/ui/error-state.tsx';
import { failureOf } from '../api/admin.ts';
import type { Loaded } from '../content/resource-api.ts';

type LoadErrorProps = { title: string; query: Pick<Loaded<unknown>, 'error' | 'isFetching' | 'refetch'> };

export function LoadError({ title, query: { error, isFetching, refetch } }: LoadErrorProps) {
  return (
    <ErrorState
      title={title}
      description={failureOf(error).message}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  );
}

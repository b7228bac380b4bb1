import { ErrorState } from '@institute/ui/error-state.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { toApiFailure } from '../api/admin.ts';
import type { Loaded } from '../api/resource-api.ts';

type LoadErrorProps = { title?: string; query: Pick<Loaded<unknown>, 'error' | 'isFetching' | 'refetch'> };

export function LoadError({ title, query: { error, isFetching, refetch } }: LoadErrorProps) {
  return (
    <ErrorState
      title={title}
      description={toApiFailure(error).message}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  );
}

type LoadingProps<Data> = {
  query: Pick<Loaded<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Title of the error. */
  failed: string;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Loaded data stay visible when a reload fails. */
export function Loading<Data>({ query, failed, skeleton = oneBar, children }: LoadingProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <LoadError title={failed} query={query} /> : skeleton;
}

const oneBar = <Skeletons heights={['h-64']} />;

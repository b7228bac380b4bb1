import { ErrorState } from '@institute/ui/error-state.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import type { QueryObserverBaseResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiFailure } from '../api/admin.ts';

/** The parts of a query that screens read. Derived lists and lists in tests need no other parts. */
export type LoadedQuery<Data> = Pick<
  QueryObserverBaseResult<Data, unknown>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData'
> & { refetch: () => Promise<{ data?: Data | undefined }> };

type LoadErrorProps = {
  title?: string;
  query: Pick<LoadedQuery<unknown>, 'error' | 'isFetching' | 'refetch'>;
};

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
  query: Pick<LoadedQuery<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Title of the error. */
  failed: string;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Loaded data stay visible when a reload fails. */
export function Loading<Data>({ query, failed, skeleton = oneBarSkeleton, children }: LoadingProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <LoadError title={failed} query={query} /> : skeleton;
}

const oneBarSkeleton = <Skeletons heights={['h-64']} />;

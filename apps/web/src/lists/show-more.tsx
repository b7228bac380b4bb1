import { listLimits } from '@institute/contract/api.constants';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Spinner } from '@institute/ui/spinner.tsx';
import { useEffect, useRef } from 'react';

const idOf = (page: number) => `page-${page}`;

export const pageStart = (index: number) =>
  index > 0 && index % listLimits.summaries === 0
    ? { id: idOf(index / listLimits.summaries + 1), tabIndex: -1 }
    : undefined;

type ShowMoreProps = {
  next: number | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** A plain link to the same list with one more page, which scripts add in place. */
export function ShowMore({ next, isPending, isError, isFetching, refetch }: ShowMoreProps) {
  const asked = useRef<number>(undefined);
  useEffect(() => {
    const start = asked.current && document.getElementById(idOf(asked.current));
    if (!start) return;
    asked.current = undefined;
    // the link has moved on; keyboard users continue with the first new item
    start.focus({ preventScroll: true });
  });

  if (!next) return null;
  if (isError) return <ErrorState onRetry={refetch} pending={isFetching} />;
  return (
    <p className="mt-8 flex justify-center">
      <ButtonLink
        to="."
        search={(now: object) => ({ ...now, page: String(next) })}
        hash={idOf(next)}
        hashScrollIntoView={false}
        resetScroll={false}
        replace
        onClick={() => {
          asked.current = next;
        }}
        variant="outline"
        size="lg"
        aria-busy={isPending || undefined}
      >
        {isPending && <Spinner />}
        Show more
      </ButtonLink>
    </p>
  );
}

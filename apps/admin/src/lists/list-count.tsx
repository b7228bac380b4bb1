import { formatNumber } from '@institute/contract/money';
import type { ResourceWords } from '../api/resource-words.ts';
import type { LoadedQuery } from '../ui/load-error.tsx';

type ListTotal = { total: number; isMore?: boolean | undefined };
export type CountedList = {
  list: {
    useQuery: (
      query: { limit: number; offset: number },
      options: { enabled: boolean },
    ) => { data: ListTotal | undefined };
  };
};

type ListCountProps = {
  words: Pick<ResourceWords, 'total'>;
  api: CountedList;
  found: Pick<LoadedQuery<ListTotal>, 'data'>;
  isNarrowed: boolean;
};

/** "Total Posts: 40 · 3 found" */
export function ListCount({ words, api, found, isNarrowed }: ListCountProps) {
  const wholeListQuery = api.list.useQuery({ limit: 1, offset: 0 }, { enabled: isNarrowed });
  const listTotal = (isNarrowed ? wholeListQuery : found).data?.total;
  return (
    <>
      <span>{listTotal === undefined ? 'Counting…' : words.total(listTotal)}</span>
      {isNarrowed && (
        // On a phone the count is a line of its own, which takes its space before the count is loaded.
        <span className="max-sm:block max-sm:min-h-lh">
          {found.data && (
            <>
              <span className="max-sm:hidden"> · </span>
              {formatFoundCount(found.data)} found
            </>
          )}
        </span>
      )}
    </>
  );
}

/** "1,000+" when the server stopped counting there. */
export const formatFoundCount = ({ total, isMore }: ListTotal) =>
  `${formatNumber(total)}${isMore ? '+' : ''}`;

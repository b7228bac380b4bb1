import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PictureDrop } from '../../admin-ui/images/picture-drop.tsx';
import { useUpload } from '../../admin-ui/images/use-upload.ts';
import type { ListFilter } from '../../admin-ui/list/list-filter.ts';
import { listQuery, pageCount } from '../../admin-ui/list/list-query.ts';
import type { ListSearch } from '../../admin-ui/list/list-search.ts';
import { ListToolbar } from '../../admin-ui/list/list-toolbar.tsx';
import { Pager } from '../../admin-ui/list/pager.tsx';
import { admin, failureOf } from '../../api/admin.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { DeletePictures } from './delete-pictures.tsx';
import { MediaGrid } from './media-grid.tsx';

const filter: ListFilter<'unused'> = {
  label: 'Show',
  choices: [
    { label: 'All pictures', value: 'all' },
    { label: 'Unused', value: 'unused', category: 'unused' },
  ],
};

/** Every stored picture: what it is, what shows it; new ones are sent here and unused ones taken away. */
export function MediaPage() {
  const search = useSearch({ from: '/admin/media' });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number[]>([]);
  const [doomed, setDoomed] = useState<number[]>([]);
  const { progress, send } = useUpload();
  const target = admin.uploads.target.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const { data, error, isPlaceholderData, isFetching, refetch } = admin.uploads.list.useQuery(
    listQuery(search, filter),
    { placeholderData: keepPreviousData },
  );

  const onSearch = (next: ListSearch) => {
    setChosen([]);
    return navigate({ to: '.', search: next, replace: true, resetScroll: false });
  };
  const isNarrowed = Boolean(search.q || search.category);
  const { page = 1 } = search;
  const pages = pageCount(data?.total ?? 0);
  const isBeyond = !isPlaceholderData && data !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) void navigate({ to: '.', search: { ...search, page: pages }, replace: true });
  });

  const sendAll = async (files: File[]) => {
    for (const file of files) await send(file);
  };

  return (
    <div className="flex flex-col gap-4">
      <div>
        <Heading level={1} size="block">
          Media
        </Heading>
        <p aria-live="polite" className="text-muted">
          {data ? (isNarrowed ? `${data.total} found` : `Total Pictures: ${data.total}`) : 'Counting…'}
        </p>
      </div>
      {target.data?.isOurs === false && (
        <Alert title="Pictures are sent to another host">
          This site is set to keep new pictures with a provider; here stand those of its own store.
        </Alert>
      )}
      <PictureDrop
        legend="New pictures"
        multiple
        progress={progress}
        disabled={progress !== null}
        onFiles={(files) => void sendAll(files)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grow">
          <ListToolbar search={search} onSearch={onSearch} filter={filter} />
        </div>
        {chosen.length > 0 && (
          <Button variant="danger" onClick={() => setDoomed(chosen)}>
            Delete selected ({chosen.length})
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState
          title="The pictures could not be loaded"
          description={failureOf(error).message}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      ) : data?.items.length === 0 ? (
        <EmptyState
          title="No pictures found matching your criteria."
          description="Every picture that is uploaded stands here, with what shows it."
        />
      ) : (
        <MediaGrid
          pictures={data?.items}
          isOutdated={isPlaceholderData}
          chosen={chosen}
          onChoose={setChosen}
          onDelete={(id) => setDoomed([id])}
        />
      )}
      <Pager page={page} pages={pages} onPage={(next) => void onSearch({ ...search, page: next })} />
      <DeletePictures
        ids={doomed}
        onClose={() => {
          setChosen(chosen.filter((id) => !doomed.includes(id)));
          setDoomed([]);
        }}
      />
    </div>
  );
}

import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { MediaGrid } from '../../features/media/media-list.tsx';
import { useDeleteFiles } from '../../features/media/use-delete-files.tsx';
import { FileDrop } from '../../images/file-drop.tsx';
import { usePictureUpload } from '../../images/use-upload.ts';
import { listAddress } from '../../lists/address.ts';
import { capitaliseAll } from '../../lists/choice.tsx';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import { firstPage } from '../../lists/first-page.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { type ListFilter, listQuery, useListSearch } from '../../lists/list-search.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';

export const Route = createFileRoute('/admin/media')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Media – Admin' }] }),
  loader: firstPage(({ uploads }) => uploads.list),
  component: MediaPage,
});

const filter: ListFilter<'unused' | 'documents'> = {
  label: 'Show',
  all: 'All pictures',
  choices: capitaliseAll(['unused', 'documents']),
};

function MediaPage() {
  const search = Route.useSearch();
  const { changeSearch, paging } = useListSearch(search);
  const { rows, choose, drop } = useChosenRows<{ id: number }>(search);
  const chosen = rows.map(({ id }) => id);
  const one = search.category === 'documents' ? 'document' : 'picture';
  const { askToDelete, question } = useDeleteFiles(one, drop);
  const { progress, send } = usePictureUpload();
  const target = admin.uploads.target.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const found = admin.uploads.list.useQuery(listQuery(search, filter), {
    placeholderData: keepPreviousData,
  });
  const total = found.data?.total;
  const isNarrowed = Boolean(search.q || search.category);

  const sendAll = async (files: File[]) => {
    for (const file of files) await send(file);
  };

  return (
    <ListScreen
      heading="Media"
      many="pictures"
      count={total !== undefined && (isNarrowed ? `${total} found` : `Total Pictures: ${total}`)}
      found={found}
      filters={
        <>
          {target.data?.isOurs === false && (
            <Alert title="Pictures are sent to another host">
              This site is set to keep new pictures with a provider; here stand those of its own store.
            </Alert>
          )}
          <FileDrop
            kind="picture"
            legend="New pictures"
            multiple
            progress={progress}
            disabled={progress !== null}
            onFiles={(files) => void sendAll(files)}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="grow">
              <ListToolbar search={search} onChange={changeSearch} filter={filter} />
            </div>
            {chosen.length > 0 && (
              <Button variant="danger" onClick={() => askToDelete(chosen)}>
                Delete selected ({chosen.length})
              </Button>
            )}
          </div>
        </>
      }
      rows={(rows) => (
        <MediaGrid
          chosen={chosen}
          onChoose={(ids) => choose(ids.map((id) => ({ id })))}
          onDelete={(id) => askToDelete([id])}
          {...rows}
        />
      )}
      empty={
        <EmptyState
          {...(isNarrowed
            ? {
                title: `No ${one}s found matching your criteria.`,
              }
            : {
                title: 'There are no pictures yet.',
                description: 'Upload one in the form of a program, an article or a gallery item.',
              })}
        />
      }
      paging={{ page: search.page, onPage: paging.onPage }}
    >
      {question}
    </ListScreen>
  );
}

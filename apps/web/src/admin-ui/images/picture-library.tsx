import { formatDate } from '@institute/contract/time';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminAnswers, admin, failureOf } from '../../api/admin.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { listQuery } from '../list/list-query.ts';
import type { ListSearch } from '../list/list-search.ts';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { Pager } from '../list/pager.tsx';

export type LibraryPicture = AdminAnswers['uploads']['list']['items'][number];

/** Names a stored image by its alternative text, else by what uses it, else by its id. */
export const pictureName = ({ id, uses }: LibraryPicture): string =>
  uses.find(({ alt }) => alt)?.alt ?? uses.find(({ type }) => type !== 'site')?.title ?? `Picture ${id}`;

type PictureLibraryProps = { onChoose: (picture: LibraryPicture) => void; onClose: () => void };

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4';

/** A dialog to choose one of the stored images. */
export function PictureLibrary({ onChoose, onClose }: PictureLibraryProps) {
  const [search, setSearch] = useState<ListSearch>({});
  const { data, error, refetch, isFetching, isPlaceholderData } = admin.uploads.list.useQuery(
    listQuery<'unused'>({ q: search.q, page: search.page }),
    { placeholderData: keepPreviousData },
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Choose a picture" size="lg">
      <div className="flex flex-col gap-4">
        <ListToolbar search={search} onSearch={setSearch} filter={undefined} />
        {error && !data ? (
          <ErrorState
            title="The pictures could not be loaded"
            description={failureOf(error).message}
            onRetry={() => void refetch()}
            pending={isFetching}
          />
        ) : !data ? (
          <SkeletonGroup className={gridClass}>
            {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
              <Skeleton key={place} className="h-32" />
            ))}
          </SkeletonGroup>
        ) : data.items.length === 0 ? (
          <EmptyState
            title={
              search.q ? 'No pictures found matching your criteria.' : 'No pictures have been uploaded yet.'
            }
          />
        ) : (
          <ul aria-label="Pictures" aria-busy={isFetching} className={gridClass}>
            {data.items.map((picture) => (
              <li key={picture.id}>
                <button
                  type="button"
                  onClick={() => onChoose(picture)}
                  className="flex w-full flex-col gap-1 rounded-control p-1.5 text-left transition-colors hover:bg-sand"
                >
                  <Picture
                    src={picture.url}
                    alt=""
                    sizes="180px"
                    ratio={4 / 3}
                    className="w-full rounded-small bg-paper"
                  />
                  <span className="line-clamp-2 text-sm font-semibold">{pictureName(picture)}</span>
                  <span className="text-sm text-muted">
                    {formatDate(picture.createdAt)}
                    <span className="block">
                      {picture.width} × {picture.height}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Pager
          page={search.page}
          total={data?.total}
          isOutdated={isPlaceholderData}
          onPage={(page) => setSearch({ ...search, page })}
        />
      </div>
    </Dialog>
  );
}

import { formatDate } from '@institute/contract/time';
import { Dialog } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../api/admin.ts';
import type { ListSearch } from '../lists/address.ts';
import { listQuery } from '../lists/list-search.ts';
import { ListToolbar } from '../lists/list-toolbar.tsx';
import { Pager } from '../lists/pager.tsx';
import { Loading } from '../ui/load-error.tsx';

export type LibraryImage = AdminAnswers['uploads']['list']['items'][number];

export const imageName = ({ id, url, name, width, uses }: LibraryImage): string =>
  name ??
  (width === null ? url.split('/').at(-1) : undefined) ??
  uses.find(({ alt }) => alt)?.alt ??
  uses.find(({ type }) => type !== 'site')?.title ??
  (id < 0 ? `Demo picture ${-id}` : `Picture ${id}`);

type ImageLibraryProps = { onChoose: (image: LibraryImage) => void; onClose: () => void };

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4';

const skeleton = <Skeletons heights={Array(8).fill('h-32')} className={gridClass} />;

export function ImageLibrary({ onChoose, onClose }: ImageLibraryProps) {
  const [search, setSearch] = useState<ListSearch>({});
  const toImageQuery = ({ q, page }: ListSearch) => listQuery<'unused'>({ q, page });
  const query = admin.uploads.list.useQuery(toImageQuery(search), {
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isPlaceholderData } = query;
  return (
    <Dialog onClose={onClose} title="Choose a picture" size="lg">
      <div className="flex flex-col gap-4">
        <ListToolbar search={search} onChange={({ q }) => setSearch({ q })} filter={undefined} />
        <Loading query={query} failed="The pictures could not be loaded" skeleton={skeleton}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                title={
                  search.q
                    ? 'No pictures found matching your criteria.'
                    : 'No pictures have been uploaded yet.'
                }
              />
            ) : (
              <ul aria-label="Pictures" aria-busy={isFetching} className={gridClass}>
                {items.map((image) => (
                  <li key={image.id}>
                    <button
                      type="button"
                      onClick={() => onChoose(image)}
                      className="flex w-full flex-col gap-1 rounded-control p-1.5 text-left transition-colors hover:bg-sand"
                    >
                      <ResponsiveImage
                        src={image.url}
                        alt=""
                        sizes="180px"
                        ratio={4 / 3}
                        className="w-full rounded-small bg-paper"
                      />
                      <span className="line-clamp-2 text-sm font-semibold">{imageName(image)}</span>
                      <span className="text-sm text-muted">
                        {formatDate(image.createdAt)}
                        <span className="block">
                          {image.width} × {image.height}
                        </span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
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

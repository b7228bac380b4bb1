import { formatDocumentFacts } from '@institute/contract/document-words';
import { formatBytes } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { CircleCheck, FileText, Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../api/admin.ts';
import type { ListSearch } from '../lists/address.ts';
import { keepPreviousRowsOption, makeListQuery } from '../lists/list-search.ts';
import { ListToolbar } from '../lists/list-toolbar.tsx';
import { Pager } from '../lists/pager.tsx';
import { countItems } from '../ui/count-items.ts';
import { Loading } from '../ui/load-error.tsx';

export type LibraryImage = AdminAnswers['uploads']['list']['items'][number];

/** Finds an alternative text that the picture has where it is used. */
export const findAltText = ({ uses }: LibraryImage): string | undefined =>
  uses.find(({ alt }) => alt)?.alt ?? undefined;

/** The alternative text, if there is one, says more than the name of the file. */
export const nameImage = (image: LibraryImage): string =>
  findAltText(image) ?? image.name ?? nameImageByUse(image);

/** The size of a picture in pixels, the kind and size of a document. */
export const describeFile = ({ width, height, format, bytes }: LibraryImage): string =>
  width === null
    ? formatDocumentFacts({ format, bytes })
    : [`${width} × ${height} px`, bytes !== null && formatBytes(bytes)].filter(Boolean).join(', ');

const nameImageByUse = (image: LibraryImage): string => {
  const { id, url, width, uses } = image;
  return (
    (width === null ? url.split('/').at(-1) : undefined) ??
    uses.find(({ type }) => type !== 'site')?.title ??
    (id < 0 ? `Demo picture ${-id}` : `Picture ${id}`)
  );
};

type ImageLibraryProps = {
  /** Several images are chosen first, and then taken by a button. */
  isMany?: boolean;
  shows?: 'pictures' | 'documents';
  onChoose: (images: LibraryImage[]) => void;
  onClose: () => void;
};

const libraryTitles = { pictures: 'Choose a picture', documents: 'Choose a document' };

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4';

const skeleton = <Skeletons heights={Array(8).fill('h-32')} className={gridClass} />;

export function ImageLibrary({ isMany = false, shows = 'pictures', onChoose, onClose }: ImageLibraryProps) {
  const [chosen, setChosen] = useState<LibraryImage[]>([]);
  const isImageChosen = ({ id }: LibraryImage) => chosen.some((other) => other.id === id);
  const chooseImage = (image: LibraryImage) => {
    if (!isMany) onChoose([image]);
    else if (isImageChosen(image)) setChosen(chosen.filter(({ id }) => id !== image.id));
    else setChosen([...chosen, image]);
  };
  const [search, setSearch] = useState<ListSearch>({});
  const toImageQuery = ({ q, page }: ListSearch) => ({
    ...makeListQuery({ q, page }),
    category: shows,
  });
  const libraryQuery = admin.uploads.list.useQuery(toImageQuery(search), keepPreviousRowsOption);
  const { data, isFetching, isPlaceholderData } = libraryQuery;
  return (
    <Dialog onClose={onClose} title={isMany ? 'Choose pictures' : libraryTitles[shows]} size="lg">
      <div className="flex flex-col gap-4">
        <div className="flex">
          <ListToolbar search={search} onChange={({ q }) => setSearch({ q })} />
        </div>
        <Loading query={libraryQuery} failed={`The ${shows} could not be loaded`} skeleton={skeleton}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={search.q ? SearchX : Inbox}
                title={
                  search.q
                    ? `No ${shows} found matching your criteria.`
                    : `No ${shows} have been uploaded yet.`
                }
              />
            ) : (
              <ul
                aria-label={shows === 'pictures' ? 'Pictures' : 'Documents'}
                aria-busy={isFetching}
                className={gridClass}
              >
                {items.map((image) => (
                  <li key={image.id}>
                    <button
                      type="button"
                      aria-pressed={isMany ? isImageChosen(image) : undefined}
                      onClick={() => chooseImage(image)}
                      className="relative flex w-full flex-col gap-1 rounded-control p-1.5 text-left transition-colors hover:bg-sand aria-pressed:bg-green-soft aria-pressed:outline-2 aria-pressed:outline-green"
                    >
                      {isMany && isImageChosen(image) && (
                        <CircleCheck
                          aria-hidden
                          className="absolute top-3 right-3 size-7 rounded-full bg-paper text-green"
                        />
                      )}
                      {image.width === null ? (
                        <FileText aria-hidden className="m-3 size-10 text-green" />
                      ) : (
                        <ResponsiveImage
                          src={image.url}
                          alt=""
                          sizes="180px"
                          ratio={4 / 3}
                          className="w-full rounded-small bg-paper"
                        />
                      )}
                      <span className="line-clamp-2 text-sm font-semibold">{nameImage(image)}</span>
                      <span className="text-sm text-muted">
                        {formatDate(image.createdAt)}
                        <span className="block">{describeFile(image)}</span>
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
        {isMany && (
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
              {chosen.length === 0 ? 'Choose' : `Choose ${countItems(chosen.length, 'picture')}`}
            </Button>
          </DialogFooter>
        )}
      </div>
    </Dialog>
  );
}

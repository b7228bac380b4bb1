import type { DocumentFormat } from '@institute/contract/uploads.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Images, SearchX } from 'lucide-react';
import * as z from 'zod/mini';
import { admin } from '../../api/admin.ts';
import { MediaCard } from '../../features/media/media-list.tsx';
import { useDeleteFiles } from '../../features/media/use-delete-files.tsx';
import { FileDrop } from '../../images/file-drop.tsx';
import { type LibraryImage, nameImage } from '../../images/image-library.tsx';
import { useDocumentUpload, useFileUpload, usePictureUpload } from '../../images/use-upload.ts';
import { type ListSearch, listAddress } from '../../lists/address.ts';
import { ChooseRow, useChosenRows } from '../../lists/chosen-rows.tsx';
import { type FiltersProps, listScreen } from '../../lists/declared-list.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { type ListFilter, listQuery, previousRowsOption } from '../../lists/list-search.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';

const filter: ListFilter<'pictures' | 'documents' | DocumentFormat | 'unused'> = {
  label: 'Show',
  all: 'All files',
  choices: [
    ['pictures', 'Pictures'],
    ['documents', 'Documents'],
    ['pdf', 'PDF'],
    ['docx', 'Word'],
    ['unused', 'Unused'],
  ],
};

const oneOf: Record<string, 'picture' | 'document'> = {
  pictures: 'picture',
  documents: 'document',
  pdf: 'document',
  docx: 'document',
};

const MediaPage = listScreen({
  words: {
    heading: 'Media',
    many: 'files',
    total: (count) => `Total Files: ${count}`,
    empty: 'No files found matching your criteria.',
  },
  caption: () => 'Files',
  address: z.pick(listAddress, { q: true, category: true, page: true }),
  toQuery: (search) => listQuery(search, { filter }),
  grid: 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  filters: (list: FiltersProps<ListSearch>) => <ListToolbar {...list} filter={filter} />,
  card: (image: LibraryImage) => <MediaCard image={image} />,
  useRows: (query) => admin.uploads.list.useQuery(query, previousRowsOption),
  useParts: ({ search, isNarrowed, found: { data } }) => {
    const chosen = useChosenRows<LibraryImage>(search);
    const one = oneOf[search.category ?? ''] ?? 'file';
    const { askToDelete, question } = useDeleteFiles(one, chosen.drop);
    const uploads = { picture: usePictureUpload(), document: useDocumentUpload(), file: useFileUpload() };
    const { progress, sendAll } = uploads[one];
    const target = admin.uploads.target.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
    return {
      count: data && isNarrowed ? `${data.total} found` : undefined,
      notice: (
        <>
          {target.data?.isOurs === false && (
            <Alert title="Pictures are sent to another host">
              This site is set to keep new pictures with a provider; here stand those of its own store.
            </Alert>
          )}
          <FileDrop
            kind={one}
            legend={`New ${one}s`}
            multiple
            progress={progress}
            disabled={progress !== null}
            onFiles={(files) => void sendAll(files)}
          />
        </>
      ),
      tools: chosen.rows.length > 0 && (
        <Button variant="danger" onClick={() => askToDelete(chosen.rows.map(({ id }) => id))}>
          Delete selected ({chosen.rows.length})
        </Button>
      ),
      lead: (image) =>
        image.uses.length > 0 ? (
          <Badge tone="green">Used</Badge>
        ) : (
          <ChooseRow chosen={chosen} row={image} name={nameImage(image)} />
        ),
      actions: (image) =>
        image.uses.length === 0 && (
          <RowButton does="Delete" name={nameImage(image)} onClick={() => askToDelete([image.id])} />
        ),
      empty: (
        <EmptyState
          icon={isNarrowed ? SearchX : Images}
          title={isNarrowed ? `No ${one}s found matching your criteria.` : 'There are no files yet.'}
          description={
            !isNarrowed && 'Upload one here, or in the form of a program, an article or a gallery item.'
          }
        />
      ),
      dialogs: question,
    };
  },
});

export const Route = createFileRoute('/admin/media')({
  ...declareListRoute('Media', ({ uploads }) => uploads.list),
  component: MediaPage,
});

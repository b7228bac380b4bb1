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
import { type ListSearch, listAddressSchema } from '../../lists/address.ts';
import { ChooseRowCheckbox, useChosenRows } from '../../lists/chosen-rows.tsx';
import { type FiltersProps, makeListScreen } from '../../lists/declared-list.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption, type ListFilter, makeListQuery } from '../../lists/list-search.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';

const mediaFilter: ListFilter<'pictures' | 'documents' | DocumentFormat | 'unused'> = {
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

const itemNames: Record<string, 'picture' | 'document'> = {
  pictures: 'picture',
  documents: 'document',
  pdf: 'document',
  docx: 'document',
};

const MediaPage = makeListScreen({
  words: {
    heading: 'Media',
    many: 'files',
    total: (count) => `Total Files: ${count}`,
    empty: 'No files found matching your criteria.',
  },
  caption: () => 'Files',
  address: z.pick(listAddressSchema, { q: true, category: true, page: true }),
  toQuery: (search) => makeListQuery(search, { filter: mediaFilter }),
  grid: 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  filters: (list: FiltersProps<ListSearch>) => <ListToolbar {...list} filter={mediaFilter} />,
  card: (image: LibraryImage) => <MediaCard image={image} />,
  useRows: (query) => admin.uploads.list.useQuery(query, keepPreviousRowsOption),
  useParts: ({ search, isNarrowed, found: { data } }) => {
    const chosenRows = useChosenRows<LibraryImage>(search);
    const itemName = itemNames[search.category ?? ''] ?? 'file';
    const { askToDelete, question } = useDeleteFiles(itemName, chosenRows.drop);
    const uploadHooks = { picture: usePictureUpload(), document: useDocumentUpload(), file: useFileUpload() };
    const { progress, sendAll } = uploadHooks[itemName];
    const uploadTarget = admin.uploads.target.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
    return {
      count: data && isNarrowed ? `${data.total} found` : undefined,
      notice: (
        <>
          {uploadTarget.data?.isOurs === false && (
            <Alert title="Pictures are sent to another host">
              This site is set to keep new pictures with a provider; here stand those of its own store.
            </Alert>
          )}
          <FileDrop
            kind={itemName}
            legend={`New ${itemName}s`}
            multiple
            progress={progress}
            disabled={progress !== null}
            onFiles={(files) => void sendAll(files)}
          />
        </>
      ),
      tools: chosenRows.rows.length > 0 && (
        <Button variant="danger" onClick={() => askToDelete(chosenRows.rows.map(({ id }) => id))}>
          Delete selected ({chosenRows.rows.length})
        </Button>
      ),
      lead: (image) =>
        image.uses.length > 0 ? (
          <Badge tone="green">Used</Badge>
        ) : (
          <ChooseRowCheckbox chosen={chosenRows} row={image} name={nameImage(image)} />
        ),
      actions: (image) =>
        image.uses.length === 0 && (
          <RowButton does="Delete" name={nameImage(image)} onClick={() => askToDelete([image.id])} />
        ),
      empty: (
        <EmptyState
          icon={isNarrowed ? SearchX : Images}
          title={isNarrowed ? `No ${itemName}s found matching your criteria.` : 'There are no files yet.'}
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

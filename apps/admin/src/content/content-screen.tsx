import type { TrashKind } from '@institute/contract';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type FC, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { admin } from '../api/admin.ts';
import { type ContentKey, contentTypes } from '../api/content-resources.ts';
import { useUser } from '../api/user.ts';
import { type DeviceForm, storeFormInTab, takeFormKeptInTab } from '../forms/device-form.ts';
import { DeviceFormOffers } from '../forms/device-form-offer.tsx';
import type { ListSearch } from '../lists/address.ts';
import { BulkOutcome } from '../lists/bulk-action.tsx';
import { DeclaredList, declareSearchedList, type SearchedListOptions } from '../lists/declared-list.tsx';
import { type ExportApi, ExportButton } from '../lists/export-button.tsx';
import type { ListPage } from '../lists/list-screen.tsx';
import { type ListQuery, useItemOpenedByAddress } from '../lists/list-search.ts';
import type { LoadedQuery } from '../ui/load-error.tsx';
import { useAdminResources } from './admin-resource.ts';
import { useBulkDelete } from './bulk-delete.tsx';
import { ContentForm, type FormDeclaration, type FormSchema } from './content-form.tsx';
import { type DeletableRows, useDeletableRows } from './deletable-list.tsx';
import type { FormTarget } from './use-content-form.ts';

type ContentDeclaration<
  Row extends { id: number },
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends { id: number },
> = {
  list: SearchedListOptions<Listed, Category> &
    Pick<DeletableRows<Listed>, 'nameOf' | 'uses' | 'more'> & {
      useRows: (query: ListQuery<Category>) => LoadedQuery<ListPage<Listed>>;
    };
  form: Omit<FormDeclaration<Row, Values, Input>, 'words'>;
  /** Buttons above the list, before the export. */
  tools?: ReactNode;
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which the page of a form was opened, with its filters. */
    list?: ListSearch;
  }
}

/** Makes the screen of a resource. Its words and its content type come from the resource. */
export const makeContentScreen =
  <
    Row extends { id: number },
    Schema extends FormSchema,
    Category extends string = never,
    Listed extends { id: number } = Row,
  >(
    resource: ContentKey,
    declaration: ContentDeclaration<Row, Schema['_zod']['input'], z.output<Schema>, Category, Listed>,
  ): FC =>
  () => <ContentScreen {...declaration} resource={resource} />;

export function ContentScreen<
  Row extends { id: number },
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends { id: number },
>({
  list,
  form,
  tools,
  resource,
}: ContentDeclaration<Row, Values, Input, Category, Listed> & { resource: ContentKey }) {
  const listSearch = useSearch({ strict: false });
  const { words, menu } = useAdminResources()[resource];
  const resourceApi = admin[resource];
  const contentType = contentTypes[resource];
  const navigate = useNavigate();
  const makeFormPath = (id: number | null) => `/admin/${resource}/${id ?? 'new'}`;
  const openItemPage =
    form.page &&
    ((id: number | null) => void navigate({ to: makeFormPath(id), state: { list: listSearch } }));
  const { edit, offers, dialog } = useOpenedForm({ ...form, words }, contentType, openItemPage);
  useItemOpenedByAddress(openItemPage ? undefined : listSearch.open, edit);

  const bulkDelete = useBulkDelete(contentType, words, listSearch);
  const { question, ...rowParts } = useDeletableRows({
    ...list,
    kind: contentType,
    words,
    api: resourceApi,
    does: 'Edit',
    onOpen: ({ id }) => edit(id),
    onGone: (id) => bulkDelete.drop([id]),
  });

  if (openItemPage && listSearch.open) return <Navigate to={makeFormPath(listSearch.open)} replace />;
  return (
    <DeclaredList
      props={null}
      declaration={{
        ...declareSearchedList(list),
        words,
        icon: menu.icon,
        counted: resourceApi,
        useRows: list.useRows,
        useParts: ({ filterQuery }) => ({
          ...rowParts,
          offers,
          tools: (
            <>
              {tools}
              <ExportButton api={makeExportApi(resource)} input={filterQuery} />
            </>
          ),
          onAdd: () => edit(null),
          notice: <BulkOutcome bulk={bulkDelete} />,
          choosing: { ...bulkDelete, nameOf: list.nameOf },
          dialogs: (
            <>
              {question}
              {bulkDelete.question}
              {dialog}
            </>
          ),
        }),
      }}
    />
  );
}

const makeExportApi = (resource: ContentKey): ExportApi<{ q?: string; category?: string }> =>
  admin[resource].exportTicket;

/** The form of a new or an edited item, and the offers of forms that the device keeps. */
export function useOpenedForm<Row extends { id: number }, Values extends FieldValues, Input>(
  form: FormDeclaration<Row, Values, Input>,
  trash: TrashKind,
  openPage?: (id: number | null) => void,
) {
  const { words } = form;
  const { email } = useUser();
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const keptDeviceForm = openPage ? null : takeFormKeptInTab(words.one, email);
    return keptDeviceForm && { id: keptDeviceForm.id, kept: keptDeviceForm };
  });
  const openKeptForm = (kept: DeviceForm) => {
    if (!openPage) return setTarget({ id: kept.id, kept });
    storeFormInTab(kept);
    openPage(kept.id);
  };
  return {
    isOpen: target !== null,
    /** Opens the form of an item, or for null that of a new one. */
    edit: openPage ?? ((id: number | null) => setTarget({ id })),
    offers: !target && <DeviceFormOffers words={words} email={email} onRestore={openKeptForm} />,
    dialog: target && (
      <ContentForm form={form} trash={trash} target={target} onClose={() => setTarget(null)} />
    ),
  };
}

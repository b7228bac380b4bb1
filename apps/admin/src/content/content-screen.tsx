import type { TrashKind } from '@institute/contract';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type FC, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { admin } from '../api/admin.ts';
import { type ContentKey, contentTypes } from '../api/content-resources.ts';
import { useUser } from '../api/user.ts';
import { type DeviceForm, storeKeptForm, takeKeptForm } from '../forms/device-form.ts';
import { DeviceFormOffers } from '../forms/device-form-offer.tsx';
import type { ListSearch } from '../lists/address.ts';
import { BulkOutcome } from '../lists/bulk-action.tsx';
import { DeclaredList, type SearchedList, searchedList } from '../lists/declared-list.tsx';
import { type ExportApi, ExportButton } from '../lists/export-button.tsx';
import type { Page } from '../lists/list-screen.tsx';
import { type ListQuery, useOpened } from '../lists/list-search.ts';
import type { Loaded } from '../ui/load-error.tsx';
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
  list: SearchedList<Listed, Category> &
    Pick<DeletableRows<Listed>, 'nameOf' | 'uses' | 'more'> & {
      useRows: (query: ListQuery<Category>) => Loaded<Page<Listed>>;
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

/** The words and the kind come from the resource itself. */
export const contentScreen =
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
  const search = useSearch({ strict: false });
  const { words, menu } = useAdminResources()[resource];
  const api = admin[resource];
  const kind = contentTypes[resource];
  const navigate = useNavigate();
  const makeFormPath = (id: number | null) => `/admin/${resource}/${id ?? 'new'}`;
  const openPage =
    form.page && ((id: number | null) => void navigate({ to: makeFormPath(id), state: { list: search } }));
  const { edit, offers, dialog } = useEditing({ ...form, words }, kind, openPage);
  useOpened(openPage ? undefined : search.open, edit);

  const bulk = useBulkDelete(kind, words, search);
  const { question, ...rowParts } = useDeletableRows({
    ...list,
    kind,
    words,
    api,
    does: 'Edit',
    onOpen: ({ id }) => edit(id),
    onGone: (id) => bulk.drop([id]),
  });

  if (openPage && search.open) return <Navigate to={makeFormPath(search.open)} replace />;
  return (
    <DeclaredList
      props={null}
      declaration={{
        ...searchedList(list),
        words,
        icon: menu.icon,
        counted: api,
        useRows: list.useRows,
        useParts: ({ filterQuery }) => ({
          ...rowParts,
          offers,
          tools: (
            <>
              {tools}
              <ExportButton api={exportApi(resource)} input={filterQuery} />
            </>
          ),
          onAdd: () => edit(null),
          notice: <BulkOutcome bulk={bulk} />,
          choosing: { ...bulk, nameOf: list.nameOf },
          dialogs: (
            <>
              {question}
              {bulk.question}
              {dialog}
            </>
          ),
        }),
      }}
    />
  );
}

const exportApi = (resource: ContentKey): ExportApi<{ q?: string; category?: string }> =>
  admin[resource].exportTicket;

/** The form of a new or an edited item, and the offers of forms that the device keeps. */
export function useEditing<Row extends { id: number }, Values extends FieldValues, Input>(
  form: FormDeclaration<Row, Values, Input>,
  trash: TrashKind,
  openPage?: (id: number | null) => void,
) {
  const { words } = form;
  const { email } = useUser();
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const keptForm = openPage ? null : takeKeptForm(words.one, email);
    return keptForm && { id: keptForm.id, kept: keptForm };
  });
  const restoreForm = (kept: DeviceForm) => {
    if (!openPage) return setTarget({ id: kept.id, kept });
    storeKeptForm(kept);
    openPage(kept.id);
  };
  return {
    isOpen: target !== null,
    /** Null makes a new item. */
    edit: openPage ?? ((id: number | null) => setTarget({ id })),
    offers: !target && <DeviceFormOffers words={words} email={email} onRestore={restoreForm} />,
    dialog: target && (
      <ContentForm form={form} trash={trash} target={target} onClose={() => setTarget(null)} />
    ),
  };
}

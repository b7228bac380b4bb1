import type { TrashKind } from '@institute/contract';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type FC, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { admin } from '../api/admin.ts';
import { type ContentKey, contentTypes } from '../api/content-resources.ts';
import type { StoredRow } from '../api/resource-api.ts';
import { useUser } from '../api/user.ts';
import { type DeviceForm, keepCutForm, takeCutForm } from '../forms/device-form.ts';
import { DeviceFormOffers } from '../forms/device-form-offer.tsx';
import { BulkOutcome } from '../lists/bulk-action.tsx';
import { ChooseRow } from '../lists/chosen-rows.tsx';
import { type ExportApi, ExportButton } from '../lists/export-button.tsx';
import { listQuery, useOpened } from '../lists/list-search.ts';
import { useAdminResources } from './admin-resource.ts';
import { BulkDelete, useBulkDelete } from './bulk-delete.tsx';
import { ContentForm, type FormDeclaration, type FormSchema } from './content-form.tsx';
import { DeletableList, type DeletableListDeclaration } from './deletable-list.tsx';
import type { FormTarget } from './use-content-form.ts';

type ContentDeclaration<
  Row extends StoredRow,
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends StoredRow,
> = {
  list: WithoutWords<DeletableListDeclaration<Listed, Category>>;
  form: WithoutWords<FormDeclaration<Row, Values, Input>>;
  /** Buttons above the list, before the export. */
  tools?: ReactNode;
};

/** The words and the kind come from the resource itself. */
type WithoutWords<T> = T extends unknown ? Omit<T, 'words' | 'kind'> : never;

export const contentScreen =
  <
    Row extends StoredRow,
    Schema extends FormSchema,
    Category extends string = never,
    Listed extends StoredRow = Row,
  >(
    resource: ContentKey,
    declaration: ContentDeclaration<Row, Schema['_zod']['input'], z.output<Schema>, Category, Listed>,
  ): FC =>
  () => <ContentScreen {...declaration} resource={resource} />;

export function ContentScreen<
  Row extends StoredRow,
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends StoredRow,
>({
  list,
  form,
  tools,
  resource,
}: ContentDeclaration<Row, Values, Input, Category, Listed> & { resource: ContentKey }) {
  const search = useSearch({ strict: false });
  const { words } = useAdminResources()[resource];
  const kind = contentTypes[resource];
  const navigate = useNavigate();
  const formPath = (id: number | null) => `/admin/${resource}/${id ?? 'new'}`;
  const openPage = form.page && ((id: number | null) => void navigate({ to: formPath(id) }));
  const { edit, offers, dialog } = useEditing({ ...form, words }, kind, openPage);
  useOpened(openPage ? undefined : search.open, edit);

  const bulk = useBulkDelete(kind, words, search);

  const { limit, offset, sort, ...exported } = listQuery(search, list.filter, list);

  if (openPage && search.open) return <Navigate to={formPath(search.open)} replace />;
  return (
    <>
      {offers}
      <DeletableList
        list={{ ...list, kind, words }}
        search={search}
        onAdd={() => edit(null)}
        lead={(row) => <ChooseRow chosen={bulk} row={row} name={list.nameOf(row)} />}
        above={(rows, isOutdated) => <BulkDelete bulk={bulk} shown={rows} isOutdated={isOutdated} />}
        notice={<BulkOutcome bulk={bulk} />}
        onGone={(id) => bulk.drop([id])}
        tools={
          <>
            {tools}
            <ExportButton api={exportApi(resource)} input={exported} />
          </>
        }
        open={{ does: 'Edit', row: ({ id }) => edit(id) }}
      >
        {dialog}
      </DeletableList>
    </>
  );
}

const exportApi = (resource: ContentKey): ExportApi<{ q?: string; category?: string }> =>
  admin[resource].exportTicket;

/** The form of a new or an edited item, and the offers of forms that the device keeps. */
export function useEditing<Row extends StoredRow, Values extends FieldValues, Input>(
  form: FormDeclaration<Row, Values, Input>,
  trash: TrashKind,
  openPage?: (id: number | null) => void,
) {
  const { words } = form;
  const { email } = useUser();
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const kept = openPage ? null : takeCutForm(words.one, email);
    return kept && { id: kept.id, kept };
  });
  const restoreForm = (kept: DeviceForm) => {
    if (!openPage) return setTarget({ id: kept.id, kept });
    keepCutForm(kept);
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

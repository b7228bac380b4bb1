import { useSearch } from '@tanstack/react-router';
import { type FC, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { admin } from '../api/admin.ts';
import { useUser } from '../api/user.ts';
import { ContentForm, type FormDeclaration } from '../forms/content-form.tsx';
import { DeviceFormOffers } from '../forms/device-form-offer.tsx';
import { takeKeptForm } from '../forms/kept-form.ts';
import type { FormTarget } from '../forms/use-content-form.ts';
import { type ExportApi, ExportButton } from '../lists/export-button.tsx';
import { listQuery } from '../lists/list-query.ts';
import { listSearch } from '../lists/list-search.ts';
import { useOpened } from '../lists/use-opened.ts';
import { useAdminResources } from './admin-resource.ts';
import { type ContentKey, contentTypes } from './content-resources.ts';
import { DeletableList, type DeletableListDeclaration } from './deletable-list.tsx';
import type { StoredRow } from './resource-api.ts';

type ContentDeclaration<
  Row extends StoredRow,
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends StoredRow,
> = {
  list: WithoutWords<DeletableListDeclaration<Listed, Category>>;
  form: WithoutWords<FormDeclaration<Row, Values, Input>>;
};

/** The words and the kind come from the resource itself. */
type WithoutWords<T> = T extends unknown ? Omit<T, 'words' | 'kind'> : never;

export const contentScreen =
  <
    Row extends StoredRow,
    Values extends FieldValues,
    Input,
    Category extends string = never,
    Listed extends StoredRow = Row,
  >(
    resource: ContentKey,
    declaration: ContentDeclaration<Row, Values, Input, Category, Listed>,
  ): FC =>
  () => <ContentScreen {...declaration} resource={resource} />;

function ContentScreen<
  Row extends StoredRow,
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends StoredRow,
>({
  list,
  form,
  resource,
}: ContentDeclaration<Row, Values, Input, Category, Listed> & { resource: ContentKey }) {
  const user = useUser();
  const search = listSearch(useSearch({ strict: false }));
  const { words } = useAdminResources()[resource];
  const kind = contentTypes[resource];
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const kept = takeKeptForm(words.one, user.email);
    return kept && { id: kept.id, kept };
  });

  useOpened(search.open, (id) => setTarget({ id }));

  const { limit, offset, sort, ...exported } = listQuery(search, list.filter, list);

  return (
    <>
      {!target && (
        <DeviceFormOffers
          words={words}
          email={user.email}
          onRestore={(kept) => setTarget({ id: kept.id, kept })}
        />
      )}
      <DeletableList
        list={{ ...list, kind, words }}
        search={search}
        onAdd={() => setTarget({ id: null })}
        tools={<ExportButton api={exportOf(resource)} input={exported} />}
        open={{ does: 'Edit', row: ({ id }) => setTarget({ id }) }}
      >
        {target && (
          <ContentForm
            form={{ ...form, words }}
            trash={kind}
            target={target}
            onClose={() => setTarget(null)}
          />
        )}
      </DeletableList>
    </>
  );
}

const exportOf = (resource: ContentKey): ExportApi<{ q?: string; category?: string }> =>
  admin[resource].exportTicket;

import { type ComponentType, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { useUser } from '../../api/admin-user.ts';
import { contentKeyOf } from '../../api/content-resources.ts';
import { ContentForm, type FormDeclaration } from '../form/content-form.tsx';
import { DeviceFormOffers } from '../form/device-form-offer.tsx';
import { takeKeptForm } from '../form/kept-form.ts';
import type { FormTarget } from '../form/use-content-form.ts';
import { type ExportApi, ExportButton } from '../list/export-button.tsx';
import { listQuery } from '../list/list-query.ts';
import { useOpened } from '../list/use-opened.ts';
import type { StoredRow } from '../resource-api.ts';
import type { ContentScreenProps } from './admin-resource.ts';
import { DeletableList, type DeletableListDeclaration } from './deletable-list.tsx';

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

/** Words and kind come from the resource's entry in the list of resources. */
type WithoutWords<T> = T extends unknown ? Omit<T, 'words' | 'kind'> : never;

/** Creates the screen of a content resource from its declaration. */
export const contentScreen =
  <
    Row extends StoredRow,
    Values extends FieldValues,
    Input,
    Category extends string = never,
    Listed extends StoredRow = Row,
  >(
    declaration: ContentDeclaration<Row, Values, Input, Category, Listed>,
  ): ComponentType<ContentScreenProps> =>
  (props) => <ContentScreen {...declaration} {...props} />;

/** The list of a resource, and the form to create and edit items. */
function ContentScreen<
  Row extends StoredRow,
  Values extends FieldValues,
  Input,
  Category extends string,
  Listed extends StoredRow,
>({
  list,
  form,
  kind,
  words,
  search,
}: ContentDeclaration<Row, Values, Input, Category, Listed> & ContentScreenProps) {
  const user = useUser();
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
        tools={<ExportButton api={exportOf(kind)} input={exported} />}
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

/** The export of a content resource. */
function exportOf(kind: ContentScreenProps['kind']): ExportApi<{ q?: string; category?: string }> {
  const key = contentKeyOf(kind);
  if (!key) throw new Error(`There is no content of the kind ${kind}`);
  return admin[key].exportTicket;
}

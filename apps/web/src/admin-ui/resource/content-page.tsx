import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useUser } from '../../api/admin-user.ts';
import { ContentForm } from '../form/content-form.tsx';
import { takeKeptForm } from '../form/kept-form.ts';
import type { ListSearch } from '../list/list-search.ts';
import type { ContentList, FormKind, FormTarget, StoredRow } from './content-resource.ts';
import { ContentScreen } from './content-screen.tsx';

type ContentPageProps<Row extends StoredRow, Values extends FieldValues, Input, C extends string> = {
  list: ContentList<Row, C>;
  form: FormKind<Row, Values, Input>;
  search: ListSearch;
};

/** A whole screen of a resource: its list, and the form that makes and edits. */
export function ContentPage<Row extends StoredRow, Values extends FieldValues, Input, C extends string>({
  list,
  form,
  search,
}: ContentPageProps<Row, Values, Input, C>) {
  const user = useUser();
  const [target, setTarget] = useState<FormTarget | null>(() => {
    const kept = takeKeptForm(list.words.one, user.email);
    return kept && { id: kept.id, kept };
  });

  return (
    <ContentScreen
      list={list}
      search={search}
      onAdd={() => setTarget({ id: null })}
      open={{ does: 'Edit', row: ({ id }) => setTarget({ id }) }}
    >
      {target && (
        <ContentForm kind={form} trash={list.kind} target={target} onClose={() => setTarget(null)} />
      )}
    </ContentScreen>
  );
}

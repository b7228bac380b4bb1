import type { TrashKind } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { type admin, type Mutation, toApiFailure } from '../api/admin.ts';
import { loadOnce } from '../api/load-options.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import { useRestore } from '../api/use-change.ts';
import { type DeviceForm, useDeviceForm } from '../forms/device-form.ts';
import { fail, placeFaults } from '../forms/field-errors.ts';
import { type TypedValues, useSchemaForm } from '../forms/schema-form.ts';
import type { Loaded } from '../ui/load-error.tsx';
import type { Labels } from '../versions/differences.ts';

/** The tag identifies the version. */
type Item<Row> = { view: Row; tag: string };

/** Calls whose row and input differ from content to content. */
type FormApi<Row, Input> = Pick<typeof admin.posts, 'lastChange'> & {
  get: {
    useQuery: (of: { id: number }, options: typeof loadOnce & { enabled: boolean }) => Loaded<Item<Row>>;
  };
  create: Mutation<Input, { view: { id: number } }>;
  update: Mutation<{ id: number; ifMatch?: string | undefined; changes: Partial<Input> }>;
};

export type FormSetup<Row extends { id: number }, Values extends FieldValues, Input> = {
  words: ResourceWords;
  api: FormApi<Row, Input>;
  /** Also names the fields where versions are compared. */
  labels: Labels<Values>;
  schema: z.ZodType<Input, Values>;
  valuesOf: (row: Row | null) => TypedValues<Values>;
  finish?: (input: Input, row: Row | null) => Input;
};

/** `id` is null for a new item. `kept` has the values that were typed in an earlier visit. */
export type FormTarget = { id: number | null; kept?: DeviceForm };

type Options = {
  email: string;
  trash: TrashKind;
  /** `created` is undefined after the update of an existing item. */
  onSaved: (created: { view: { id: number } } | undefined, reload: () => Promise<void>) => void;
};

export function useContentForm<Row extends { id: number }, Values extends FieldValues, Input>(
  { words, api, schema, valuesOf, finish = (input) => input }: FormSetup<Row, Values, Input>,
  { id, kept: keptAtFirst }: FormTarget,
  { email, trash, onSaved }: Options,
) {
  const isNew = id === null;
  const form = useSchemaForm(schema, valuesOf(null));
  const loading = api.get.useQuery({ id: id ?? 0 }, { ...loadOnce, enabled: !isNew });
  const [version, setVersion] = useState<{ tag: string | undefined } | null>(null);
  const [kept, setKept] = useState(keptAtFirst);
  /** The version that another editor saved in the meantime. */
  const [theirs, setTheirs] = useState<Item<Row> | null>(null);
  const create = api.create.useMutation();
  const update = api.update.useMutation();

  // After a save the form may open again before the cache has the new version.
  const loaded = loading.isFetching ? undefined : loading.data;
  useEffect(() => {
    if (version || !(isNew || loaded)) return;
    form.reset(valuesOf(loaded?.view ?? null));
    // The stored values stay the defaults, so that the form counts as changed.
    if (kept) form.reset(kept.values as TypedValues<Values>, { keepDefaultValues: true });
    setVersion({ tag: kept ? kept.tag : loaded?.tag });
  }, [version, isNew, loaded, kept, form, valuesOf]);

  const { isDirty: isChanged } = form.formState;
  const device = useDeviceForm(
    form,
    { resource: words.one, email, id, tag: version?.tag },
    {
      isReady: version !== null,
      isRestored: keptAtFirst !== undefined,
      // If the item has a newer version, saving opens the comparison.
      onRestore: ({ values, tag }) => {
        form.reset(values as TypedValues<Values>, { keepDefaultValues: true });
        setVersion({ tag });
      },
    },
  );

  const tellFailure = useFailure(form, words, id === null ? null : { kind: trash, id });
  const showRefusal = async (error: unknown) => {
    const failure = toApiFailure(error);
    const isConflict = failure.code === 'PRECONDITION_FAILED';
    const { data: current } = isConflict ? await loading.refetch() : {};
    setTheirs(current ?? null);
    // The comparison is shown instead of a message.
    if (current) return;
    tellFailure(failure);
  };

  const saveAs = (ifMatch: string | undefined) =>
    form.handleSubmit(async (checked) => {
      const input = finish(checked, loading.data?.view ?? null);
      let created: { view: { id: number } } | undefined;
      try {
        if (isNew) created = await create.mutateAsync(input);
        else await update.mutateAsync({ id, changes: input, ifMatch });
      } catch (error) {
        await showRefusal(error);
        return;
      }
      toast.success(isNew ? words.created : words.updated);
      device.dropAll();
      onSaved(created, reloadItem);
    });

  const showCurrent = (current: Item<Row>) => {
    form.reset(valuesOf(current.view));
    setVersion({ tag: current.tag });
    setTheirs(null);
    setKept(undefined);
  };

  const reloadItem = async () => {
    const { data: current } = await loading.refetch();
    if (current) showCurrent(current);
  };

  return {
    form,
    isChanged,
    isReady: version !== null,
    isKept: kept !== undefined,
    device,
    loading,
    save: saveAs(version?.tag),
    isSaving: create.isPending || update.isPending,
    tag: version?.tag,
    reload: reloadItem,
    conflict: theirs && {
      mine: form.getValues(),
      theirs: valuesOf(theirs.view),
      onKeepOwn: saveAs(theirs.tag),
      onTakeTheirs: () => showCurrent(theirs),
      onBack: () => setTheirs(null),
    },
  };
}

/** Says why the form is not saved. An item that was deleted meanwhile can be brought back. */
function useFailure<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  words: ResourceWords,
  item: { kind: TrashKind; id: number } | null,
) {
  const { restore } = useRestore();
  return (failure: ReturnType<typeof toApiFailure>) => {
    if (failure.code === 'NOT_FOUND' && item) {
      form.setError('root', { message: `${words.saveFailed}. It was deleted in the meantime.` });
      toast.error(words.saveFailed, {
        description: 'It was deleted in the meantime.',
        action: { label: 'Bring it back', onPress: () => void restore(item, words) },
      });
      return;
    }
    toast.error(words.saveFailed);
    fail(form, words.saveFailed, placeFaults(form, failure));
  };
}

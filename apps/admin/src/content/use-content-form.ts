import type { TrashKind } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { type admin, type MutationHook, toApiFailure } from '../api/admin.ts';
import { loadOnceOptions } from '../api/load-options.ts';
import type { ResourceWords } from '../api/resource-words.ts';
import { useRestore } from '../api/use-change.ts';
import { type DeviceForm, useDeviceForm } from '../forms/device-form.ts';
import { showFaultsAtFields, showMessage } from '../forms/field-errors.ts';
import { type FormFieldValues, useSchemaForm } from '../forms/schema-form.ts';
import type { LoadedQuery } from '../ui/load-error.tsx';
import type { FieldLabels } from '../versions/differences.ts';

/** An item with the tag that identifies its version. */
type ItemWithVersionTag<Row> = { view: Row; tag: string };

/** The calls of a resource. The types of row and input differ from resource to resource. */
type FormApi<Row, Input> = Pick<typeof admin.posts, 'lastChange'> & {
  get: {
    useQuery: (
      of: { id: number },
      options: typeof loadOnceOptions & { enabled: boolean },
    ) => LoadedQuery<ItemWithVersionTag<Row>>;
  };
  create: MutationHook<Input, { view: { id: number } }>;
  update: MutationHook<{ id: number; ifMatch?: string | undefined; changes: Partial<Input> }>;
};

export type FormSetup<Row extends { id: number }, Values extends FieldValues, Input> = {
  words: ResourceWords;
  api: FormApi<Row, Input>;
  /** The labels of the fields, which also name them in the comparison of two versions. */
  labels: FieldLabels<Values>;
  schema: z.ZodType<Input, Values>;
  valuesOf: (row: Row | null) => FormFieldValues<Values>;
  finish?: (input: Input, row: Row | null) => Input;
};

/** `id` is null for a new item. `kept` has the values that were typed in an earlier visit. */
export type FormTarget = { id: number | null; kept?: DeviceForm };

type ContentFormOptions = {
  email: string;
  trash: TrashKind;
  /** `created` is undefined after the update of an existing item. */
  onSaved: (created: { view: { id: number } } | undefined, reload: () => Promise<void>) => void;
};

export function useContentForm<Row extends { id: number }, Values extends FieldValues, Input>(
  { words, api, schema, valuesOf, finish = (input) => input }: FormSetup<Row, Values, Input>,
  { id, kept: keptAtFirst }: FormTarget,
  { email, trash, onSaved }: ContentFormOptions,
) {
  const isNew = id === null;
  const form = useSchemaForm(schema, valuesOf(null));
  const itemQuery = api.get.useQuery({ id: id ?? 0 }, { ...loadOnceOptions, enabled: !isNew });
  const [version, setVersion] = useState<{ tag: string | undefined } | null>(null);
  const [kept, setKept] = useState(keptAtFirst);
  /** The version that another editor saved in the meantime. */
  const [theirs, setTheirs] = useState<ItemWithVersionTag<Row> | null>(null);
  const createMutation = api.create.useMutation();
  const updateMutation = api.update.useMutation();

  // After a save the form may open again before the cache has the new version.
  const loadedItem = itemQuery.isFetching ? undefined : itemQuery.data;
  useEffect(() => {
    if (version || !(isNew || loadedItem)) return;
    form.reset(valuesOf(loadedItem?.view ?? null));
    // The stored values stay the defaults, so that the form counts as changed.
    if (kept) form.reset(kept.values as FormFieldValues<Values>, { keepDefaultValues: true });
    setVersion({ tag: kept ? kept.tag : loadedItem?.tag });
  }, [version, isNew, loadedItem, kept, form, valuesOf]);

  const { isDirty: isChanged } = form.formState;
  const deviceForm = useDeviceForm(
    form,
    { resource: words.one, email, id, tag: version?.tag },
    {
      isReady: version !== null,
      isRestored: keptAtFirst !== undefined,
      // If the item has a newer version, saving opens the comparison.
      onRestore: ({ values, tag }) => {
        form.reset(values as FormFieldValues<Values>, { keepDefaultValues: true });
        setVersion({ tag });
      },
    },
  );

  const showSaveFailure = useSaveFailure(form, words, id === null ? null : { kind: trash, id });
  const showRefusal = async (error: unknown) => {
    const failure = toApiFailure(error);
    const isConflict = failure.code === 'PRECONDITION_FAILED';
    const { data: current } = isConflict ? await itemQuery.refetch() : {};
    setTheirs(current ?? null);
    // The form now shows the comparison, so it needs no message.
    if (current) return;
    showSaveFailure(failure);
  };

  const submitWithVersionTag = (ifMatch: string | undefined) =>
    form.handleSubmit(async (checked) => {
      const itemInput = finish(checked, itemQuery.data?.view ?? null);
      let createdItem: { view: { id: number } } | undefined;
      try {
        if (isNew) createdItem = await createMutation.mutateAsync(itemInput);
        else await updateMutation.mutateAsync({ id, changes: itemInput, ifMatch });
      } catch (error) {
        await showRefusal(error);
        return;
      }
      toast.success(isNew ? words.created : words.updated);
      deviceForm.dropAll();
      onSaved(createdItem, reloadItem);
    });

  const showCurrentItem = (current: ItemWithVersionTag<Row>) => {
    form.reset(valuesOf(current.view));
    setVersion({ tag: current.tag });
    setTheirs(null);
    setKept(undefined);
  };

  const reloadItem = async () => {
    const { data: current } = await itemQuery.refetch();
    if (current) showCurrentItem(current);
  };

  return {
    form,
    isChanged,
    isReady: version !== null,
    isKept: kept !== undefined,
    device: deviceForm,
    loading: itemQuery,
    save: submitWithVersionTag(version?.tag),
    isSaving: createMutation.isPending || updateMutation.isPending,
    tag: version?.tag,
    reload: reloadItem,
    conflict: theirs && {
      mine: form.getValues(),
      theirs: valuesOf(theirs.view),
      onKeepOwn: submitWithVersionTag(theirs.tag),
      onTakeTheirs: () => showCurrentItem(theirs),
      onBack: () => setTheirs(null),
    },
  };
}

/** Shows why the form was not saved. An item that somebody deleted meanwhile can be restored from there. */
function useSaveFailure<Values extends FieldValues, Input>(
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
    showMessage(form, words.saveFailed, showFaultsAtFields(form, failure));
  };
}

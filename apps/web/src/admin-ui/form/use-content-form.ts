import type { TrashKind } from '@institute/contract/constants';
import { useEffect, useState } from 'react';
import { type FieldValues, type Path, useForm } from 'react-hook-form';
import { failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import {
  askedOnce,
  type FormKind,
  type FormTarget,
  type Stored,
  type StoredRow,
} from '../resource/content-resource.ts';
import { useRefresh } from '../resource/use-refresh.ts';
import { useRestore } from '../resource/use-restore.ts';
import { refusalOf } from './refusal.ts';
import { useKeeping } from './use-keeping.ts';

type Around = {
  /** Who is typing. */
  email: string;
  trash: TrashKind | undefined;
  onSaved: () => void;
};

/** Loads what is edited, holds what is typed, saves it, and tells what was refused. */
export function useContentForm<Row extends StoredRow, Values extends FieldValues, Input>(
  { words, api, resolver, valuesOf }: FormKind<Row, Values, Input>,
  { id, kept: keptAtFirst }: FormTarget,
  { email, trash, onSaved }: Around,
) {
  const isNew = id === null;
  const form = useForm<Values, unknown, Input>({ resolver, defaultValues: valuesOf(null) });
  const loading = api.get.useQuery({ id: id ?? 0 }, { ...askedOnce, enabled: !isNew });
  const [version, setVersion] = useState<{ tag: string | undefined } | null>(null);
  const [kept, setKept] = useState(keptAtFirst);
  /** What somebody else has saved in the meantime. */
  const [theirs, setTheirs] = useState<Stored<Row> | null>(null);
  const create = api.create.useMutation();
  const update = api.update.useMutation();
  const refresh = useRefresh();
  const restore = useRestore(words);

  const loaded = loading.data;
  useEffect(() => {
    if (version || !(isNew || loaded)) return;
    form.reset(valuesOf(loaded?.view ?? null));
    // over the stored values, so that the form knows that it was changed
    if (kept) form.reset(kept.values as Values, { keepDefaultValues: true });
    setVersion({ tag: kept ? kept.tag : loaded?.tag });
  }, [version, isNew, loaded, kept, form, valuesOf]);

  useKeeping(form, { resource: words.one, email, id, tag: version?.tag });

  const refuse = async (error: unknown) => {
    const failure = failureOf(error);
    const isContested = failure.code === 'PRECONDITION_FAILED';
    const { data: current } = isContested ? await loading.refetch() : {};
    setTheirs(current ?? null);
    // the comparison says it better
    if (current) return;
    if (failure.code === 'NOT_FOUND' && id !== null && trash) {
      toast.error(words.saveFailed, {
        description: 'It was deleted in the meantime.',
        action: { label: 'Bring it back', onPress: () => void restore({ kind: trash, id }) },
      });
      return;
    }
    const { fields, rest } = refusalOf(failure, Object.keys(form.getValues()));
    const names = Object.keys(fields) as Path<Values>[];
    for (const name of names) form.setError(name, { type: 'server', message: fields[name] });
    if (names[0]) form.setFocus(names[0]);
    toast.error(words.saveFailed, { description: rest });
  };

  const saveAs = (ifMatch: string | undefined) =>
    form.handleSubmit(async (input) => {
      try {
        if (isNew) await create.mutateAsync(input);
        else await update.mutateAsync({ id, changes: input, ifMatch });
      } catch (error) {
        await refuse(error);
        return;
      }
      toast.success(isNew ? words.created : words.updated);
      onSaved();
      await refresh();
    });

  const show = (current: Stored<Row>) => {
    form.reset(valuesOf(current.view));
    setVersion({ tag: current.tag });
    setTheirs(null);
    setKept(undefined);
  };

  /** Shows what is stored now. */
  const reload = async () => {
    const { data: current } = await loading.refetch();
    if (current) show(current);
    await refresh();
  };

  return {
    form,
    isReady: version !== null,
    isKept: kept !== undefined,
    loading,
    save: saveAs(version?.tag),
    isSaving: create.isPending || update.isPending,
    tag: version?.tag,
    reload,
    conflict: theirs && {
      mine: form.getValues(),
      theirs: valuesOf(theirs.view),
      onKeepMine: saveAs(theirs.tag),
      onTakeTheirs: () => show(theirs),
      onBack: () => setTheirs(null),
    },
  };
}

import type { SiteSettings } from '@institute/contract';
import { toLocalTime } from '@institute/contract/time';
import type { Outcome } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { useUser } from '../../api/user.ts';
import { takeKeptForm, useDeviceForm } from '../../forms/device-form.ts';
import { placeFaults } from '../../forms/field-errors.ts';
import { useSchemaForm } from '../../forms/schema-form.ts';
import type { SiteSection } from './sections.ts';
import {
  addMissingIds,
  findSiteDifferences,
  isSameSection,
  makeSectionSchema,
  type PartValues,
  readValues,
  toChanges,
} from './site-values.ts';

type Item = Pick<AdminAnswers['site']['get'], 'view' | 'tag'>;

export function useSiteForm(section: SiteSection, loaded: Item) {
  const { email } = useUser();
  const resource = `site/${section.id}`;
  const [kept, setKept] = useState(() => takeKeptForm(resource, email));
  const [item, setItem] = useState(loaded);
  /** The version that another editor saved in the meantime. */
  const [theirs, setTheirs] = useState<Item | null>(null);
  const form = useSchemaForm(makeSectionSchema(section), readValues(loaded.view, section));
  const [outcome, setOutcome] = useState<Outcome>();
  const { mutateAsync: update, isPending } = admin.site.update.useMutation();
  const { site } = admin.useUtils();

  useEffect(() => {
    // The stored values stay the defaults, so that the form counts as changed.
    if (kept) form.reset(addMissingIds(kept.values), { keepDefaultValues: true });
  }, [kept, form]);

  const tag = kept ? kept.tag : item.tag;
  const device = useDeviceForm(
    form,
    { resource, email, id: null, tag },
    { isReady: true, isRestored: kept !== null, onRestore: setKept },
  );

  const startWith = (now: Item) => {
    form.reset(readValues(now.view, section));
    setItem(now);
    setKept(null);
    setTheirs(null);
  };

  async function sendChanges(
    values: PartValues,
    view: SiteSettings,
    ifMatch: string | undefined,
    isFirstTry = true,
  ): Promise<void> {
    try {
      const saved = await update({ changes: toChanges(view, values), ifMatch });
      // The next part opens before the texts are fetched again
      site.get.setData(undefined, (former) => former && { ...former, ...saved });
      startWith(saved);
      device.dropAll();
      toast.success('Site updated successfully');
      setOutcome({ isDone: true, text: `Saved at ${toLocalTime(new Date().toISOString()).slice(11, 16)}.` });
    } catch (error) {
      const failure = toApiFailure(error);
      const { code } = failure;
      const now = code === 'PRECONDITION_FAILED' ? await site.get.fetch().catch(() => null) : null;
      // Another editor changed only another section, so this save is repeated over the new version.
      if (now && isFirstTry && !kept && isSameSection(now.view, item.view, section))
        return sendChanges(values, now.view, now.tag, false);
      setTheirs(now);
      const reason = placeFaults(form, failure);
      toast.error('Failed to save site', { description: reason });
      setOutcome(undefined);
      form.setError('root', { message: `It was not saved. ${reason}` });
    }
  }
  const saveOver = (view: SiteSettings, ifMatch: string | undefined) =>
    form.handleSubmit((values) => sendChanges(values, view, ifMatch));

  return {
    form,
    view: item.view,
    isKept: kept !== null,
    device,
    save: saveOver(item.view, tag),
    isSaving: isPending,
    outcome: isPending ? undefined : outcome,
    conflict: theirs && {
      differs: findSiteDifferences(form.getValues(), readValues(theirs.view, section)),
      keepOwn: saveOver(theirs.view, theirs.tag),
      takeTheirs: () => {
        startWith(theirs);
        device.drop();
      },
    },
  };
}

import type { SiteSettings } from '@institute/contract';
import { toLocalTime } from '@institute/contract/time';
import type { FormOutcome } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { useUser } from '../../api/user.ts';
import { takeFormKeptInTab, useDeviceForm } from '../../forms/device-form.ts';
import { showFaultsAtFields } from '../../forms/field-errors.ts';
import { useSchemaForm } from '../../forms/schema-form.ts';
import type { SiteSection } from './sections.ts';
import {
  addMissingRowIds,
  findSiteDifferences,
  hasSameSectionValues,
  makeSectionSchema,
  readSectionValues,
  type SectionValues,
  toChangedSettings,
} from './site-values.ts';

type SiteWithVersionTag = Pick<AdminAnswers['site']['get'], 'view' | 'tag'>;

export function useSiteForm(section: SiteSection, loaded: SiteWithVersionTag) {
  const { email } = useUser();
  const formResource = `site/${section.id}`;
  const [kept, setKept] = useState(() => takeFormKeptInTab(formResource, email));
  const [item, setItem] = useState(loaded);
  /** The version that another editor saved in the meantime. */
  const [theirs, setTheirs] = useState<SiteWithVersionTag | null>(null);
  const form = useSchemaForm(makeSectionSchema(section), readSectionValues(loaded.view, section));
  const [outcome, setOutcome] = useState<FormOutcome>();
  const { mutateAsync: update, isPending } = admin.site.update.useMutation();
  const { site } = admin.useUtils();

  useEffect(() => {
    // The stored values stay the defaults, so that the form counts as changed.
    if (kept) form.reset(addMissingRowIds(kept.values), { keepDefaultValues: true });
  }, [kept, form]);

  const versionTag = kept ? kept.tag : item.tag;
  const deviceForm = useDeviceForm(
    form,
    { resource: formResource, email, id: null, tag: versionTag },
    { isReady: true, isRestored: kept !== null, onRestore: setKept },
  );

  const resetForm = (now: SiteWithVersionTag) => {
    form.reset(readSectionValues(now.view, section));
    setItem(now);
    setKept(null);
    setTheirs(null);
  };

  async function sendChanges(
    values: SectionValues,
    view: SiteSettings,
    ifMatch: string | undefined,
    isFirstTry = true,
  ): Promise<void> {
    try {
      const savedSite = await update({ changes: toChangedSettings(view, values), ifMatch });
      // The cache gets the saved texts at once, because the next section opens before the texts are fetched
      // again
      site.get.setData(undefined, (former) => former && { ...former, ...savedSite });
      resetForm(savedSite);
      deviceForm.dropAll();
      toast.success('Site updated successfully');
      setOutcome({ isDone: true, text: `Saved at ${toLocalTime(new Date().toISOString()).slice(11, 16)}.` });
    } catch (error) {
      const failure = toApiFailure(error);
      const { code } = failure;
      const currentSite = code === 'PRECONDITION_FAILED' ? await site.get.fetch().catch(() => null) : null;
      // Another editor changed only another section, so this save is repeated over the new version.
      if (currentSite && isFirstTry && !kept && hasSameSectionValues(currentSite.view, item.view, section))
        return sendChanges(values, currentSite.view, currentSite.tag, false);
      setTheirs(currentSite);
      const reason = showFaultsAtFields(form, failure);
      toast.error('Failed to save site', { description: reason });
      setOutcome(undefined);
      form.setError('root', { message: `It was not saved. ${reason}` });
    }
  }
  const overwriteOtherChanges = (view: SiteSettings, ifMatch: string | undefined) =>
    form.handleSubmit((values) => sendChanges(values, view, ifMatch));

  return {
    form,
    view: item.view,
    isKept: kept !== null,
    device: deviceForm,
    save: overwriteOtherChanges(item.view, versionTag),
    isSaving: isPending,
    outcome: isPending ? undefined : outcome,
    conflict: theirs && {
      differs: findSiteDifferences(form.getValues(), readSectionValues(theirs.view, section)),
      keepOwn: overwriteOtherChanges(theirs.view, theirs.tag),
      takeTheirs: () => {
        resetForm(theirs);
        deviceForm.drop();
      },
    },
  };
}

import { needs } from '@institute/contract/rights.constants';
import type { SitePart } from '@institute/contract/site-parts.constants';
import { formatDateTime } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { reserveScrollRoomAtBottom } from '@institute/ui/reserve-room.ts';
import { type ComponentType, type FocusEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useRights } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { DeviceFormOffer } from '../../forms/device-form-offer.tsx';
import { FormFailure } from '../../forms/submit-form.tsx';
import { useUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { UploadsProvider, useRunningUploadCount } from '../../forms/uploads.ts';
import { Comparison } from '../../versions/comparison.tsx';
import type { Difference } from '../../versions/differences.ts';
import { DescribedField, WriterProvider } from './described-field.tsx';
import { isSectionLocked } from './locks.ts';
import { LookPart } from './look-form.tsx';
import { MenuPart } from './menu-form.tsx';
import { findPreview, type SiteSection } from './sections.ts';
import { describePath } from './site-fields.ts';
import { SitePreview } from './site-preview.tsx';
import { useSiteForm } from './use-site-form.ts';

/** Sections that `siteFields` cannot describe. Their fields are named by the paths of `siteParts`. */
const formPartsBySection: Partial<Record<SitePart, ComponentType>> = { look: LookPart, menu: MenuPart };

type SectionFormProps = {
  section: SiteSection;
  site: AdminAnswers['site']['get'];
};

export function SectionForm({ section, site }: SectionFormProps) {
  const { form, view, isKept, device, save, isSaving, outcome, conflict } = useSiteForm(section, site);
  const isFormLocked = isSectionLocked(section, site);
  const uploadCount = useRunningUploadCount();
  const { isDirty } = form.formState;
  const unsavedChanges = useUnsavedChanges({
    isChanged: isDirty,
    isBusy: isSaving,
    close: () => {
      device.drop();
      form.reset();
    },
    inSearch: true,
  });
  /** The name of a field, such as “slides.1.title”. */
  const [focused, setFocused] = useState('');
  const [isPreviewed, setPreviewed] = useState(false);
  const previewedPage = findPreview(section, focused);
  const chosenSlide = Number(/^\w+\.(\d+)\./.exec(focused)?.[1] ?? 0);

  const previewFocusedField = ({ target }: FocusEvent) => {
    const fieldName = target.getAttribute('name');
    if (fieldName) setFocused(fieldName);
  };

  return (
    <FormProvider {...form}>
      <UploadsProvider value={uploadCount}>
        <WriterProvider value={site}>
          <Form
            noValidate
            aria-label={section.label}
            onSubmit={save}
            onFocus={previewFocusedField}
            className={cx(
              'grid items-start gap-x-6 gap-y-8 *:min-w-0',
              previewedPage && 'xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]',
            )}
          >
            <div className="flex max-w-3xl flex-col gap-6">
              {isKept && isDirty && (
                <Alert title="Here is what you had typed">
                  It was not saved. Save it now, or discard it.
                </Alert>
              )}
              {device.offer && <DeviceFormOffer {...device.offer} />}
              <UnreadTexts section={section} site={site} />
              <SectionFields section={section} />
            </div>
            {/* On wide screens the preview has a column of its own, on others it opens above the buttons. */}
            <div
              ref={reserveScrollRoomAtBottom}
              className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper px-4 xl:contents"
            >
              {previewedPage && (
                <SitePreview {...previewedPage} isOpen={isPreviewed} site={view} slide={chosenSlide} />
              )}
              {/* The buttons are on the left, because toasts appear on the right. */}
              <div
                ref={reserveScrollRoomAtBottom}
                className={cx(
                  'flex flex-wrap items-center gap-3 bg-paper py-3 xl:sticky xl:bottom-0',
                  !isFormLocked && 'xl:border-t xl:border-line',
                )}
              >
                {conflict && <SectionConflict {...conflict} />}
                <div className="flex w-full flex-col gap-3 empty:hidden">
                  <FormFailure control={form.control} />
                </div>
                {!isFormLocked && (
                  <Button type="submit" pending={isSaving} disabled={uploadCount.isUploading}>
                    {isSaving ? 'Saving...' : 'Save'}
                  </Button>
                )}
                {previewedPage && (
                  <Button
                    variant="outline"
                    aria-expanded={isPreviewed}
                    className="xl:hidden"
                    onClick={() => setPreviewed(!isPreviewed)}
                  >
                    Preview
                  </Button>
                )}
                {isDirty && (
                  <Button variant="outline" onClick={unsavedChanges.requestClose}>
                    Discard changes
                  </Button>
                )}
                {/* The message of the last save goes when the form has changed since */}
                <OutcomeLine outcome={isDirty ? undefined : outcome} />
              </div>
            </div>
          </Form>
          {unsavedChanges.question}
        </WriterProvider>
      </UploadsProvider>
    </FormProvider>
  );
}

function SectionFields({ section: { id, paths } }: Pick<SectionFormProps, 'section'>) {
  const OwnPart = formPartsBySection[id];
  if (OwnPart) return <OwnPart />;
  return paths.map((path) => <DescribedField key={path} name={path} of={describePath(path)} />);
}

/**
 * Tells the institute to read texts that it has not changed, because they promise something in its name.
 * Saving a section counts as reading it.
 */
function UnreadTexts({ section, site }: SectionFormProps) {
  const { mutateAsync: markRead, isPending } = admin.site.markRead.useMutation();
  const runChange = useChange();
  const unreadPart = site.unread.find((one) => one === section.id);
  if (!unreadPart || !site.isOwner) return null;
  const markTextsAsRead = () =>
    runChange(() => markRead({ part: unreadPart }), { failed: 'This could not be stored' });
  return (
    <Alert title="Nobody of the institute has read these texts yet">
      <p>
        They are said to visitors in its name. Change what is not true, and save; or leave them as they are.
      </p>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        pending={isPending}
        onClick={() => void markTextsAsRead()}
      >
        Looks right
      </Button>
    </Alert>
  );
}

type ConflictProps = { differs: Difference[]; keepOwn: () => void; takeTheirs: () => void };

function SectionConflict({ differs, keepOwn, takeTheirs }: ConflictProps) {
  const maySeeActivity = useRights().maySee(needs.activity);
  const { data } = admin.activity.list.useQuery(
    { type: 'update', entityType: 'site', limit: 1, offset: 0 },
    { enabled: maySeeActivity },
  );
  const [last] = data?.items ?? [];
  return (
    <Alert
      tone="danger"
      className="w-full"
      title="Somebody else has changed this part of the site in the meantime"
    >
      <p>
        {last && `Changed by ${last.user?.email ?? 'System'}, ${formatDateTime(last.createdAt)}. `}
        Nothing was saved, and what you typed is still here. This is what differs:
      </p>
      <div className="mt-3 max-h-[50dvh] overflow-y-auto">
        <Comparison differences={differs} sides={['Yours', 'Theirs']} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={keepOwn}>
          Save mine over theirs
        </Button>
        <Button variant="outline" size="sm" onClick={takeTheirs}>
          Drop mine and show theirs
        </Button>
      </div>
    </Alert>
  );
}

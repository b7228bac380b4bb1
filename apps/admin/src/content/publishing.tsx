import type { ContentState, PublishStatus } from '@institute/contract/content.constants';
import { place } from '@institute/contract/place';
import { formatDateTime, fromLocalTime, toLocalTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { ControlledField } from '../forms/fields.tsx';
import type { ListFilter } from '../lists/list-search.ts';

type PublishingFields = {
  status?: PublishStatus | null | undefined;
  publishAt?: string | null | undefined;
  isActive?: boolean | undefined;
};

export const publishingLabels = { status: 'Status', publishAt: 'Publish at' };

export const requirePublishTime = <Schema extends z.ZodType<PublishingFields>>(schema: Schema) =>
  schema.refine(({ status, publishAt }) => status !== 'scheduled' || Boolean(publishAt), {
    path: ['publishAt'],
    message: 'Choose when visitors may see it',
    // Reports this error together with the others, not after them.
    when: () => true,
  });

/** True when visitors can open the page of the item. */
export const isPublicNow = (item: { id: number } & PublishingFields): boolean =>
  findContentState(item) === 'published' ||
  (item.status === 'scheduled' && Boolean(item.publishAt) && Date.parse(item.publishAt ?? '') <= Date.now());

/** The states in the order in which the filter offers them. */
const contentStateNames: Record<ContentState, string> = {
  published: 'Published',
  inactive: 'Hidden',
  draft: 'Draft',
  scheduled: 'Scheduled',
};

const findContentState = ({ status, isActive }: PublishingFields): ContentState =>
  isActive === false ? 'inactive' : (status ?? 'published');

function useChosenState() {
  const { control } = useFormContext<PublishingFields>();
  const [status, isActive] = useWatch({ control, name: ['status', 'isActive'] });
  return findContentState({ status, isActive });
}

/** Two fields of the form hold this one choice: for a hidden item, `isActive` is false. */
function StatusField({ states }: { states: readonly ContentState[] }) {
  const { setValue } = useFormContext<PublishingFields>();
  const chosenState = useChosenState();
  const chooseState = (next: ContentState) => {
    const storedStatus = next === 'inactive' ? 'published' : next;
    if (states.includes('inactive')) setValue('isActive', storedStatus === next, { shouldDirty: true });
    setValue('status', storedStatus, { shouldDirty: true });
  };
  return (
    <Field label={publishingLabels.status} className={footerClass}>
      <Select
        choices={Object.entries(contentStateNames).filter(([value]) => states.some((one) => one === value))}
        value={chosenState}
        onChange={({ target }) => chooseState(target.value as ContentState)}
      />
    </Field>
  );
}

const footerClass = 'w-full md:w-auto';

/** The time is in Kampala time, whatever the time zone of the device. */
const PublishTimeField = () => (
  <ControlledField<PublishingFields, 'publishAt'>
    name="publishAt"
    label={`${publishingLabels.publishAt}, in ${place.city}`}
    className={footerClass}
    required
  >
    {({ value, onChange, onBlur, ref }) => (
      <Input
        type="datetime-local"
        ref={ref}
        value={value ? toLocalTime(value) : ''}
        onBlur={onBlur}
        onChange={({ target }) => onChange(toPublishInstant(target.value))}
      />
    )}
  </ControlledField>
);

export function PublishingFields({ states }: { states: readonly ContentState[] }) {
  return (
    <div className="flex grow flex-wrap gap-3">
      <StatusField states={states} />
      {useChosenState() === 'scheduled' && <PublishTimeField />}
    </div>
  );
}

const saveButtonWords: Record<ContentState, string> = {
  published: 'Publish',
  inactive: 'Save',
  draft: 'Save Draft',
  scheduled: 'Schedule',
};

/**
 * The word on the save button. "Publish" when the save makes something visible that visitors could not see
 * before.
 */
export function SaveButtonWord({ isNew }: { isNew: boolean }) {
  const { formState } = useFormContext<PublishingFields>();
  const stateBefore = isNew ? undefined : findContentState(formState.defaultValues ?? {});
  const state = useChosenState();
  return state === stateBefore && state !== 'draft' ? 'Save' : saveButtonWords[state];
}

/** Null for an incomplete date, which the form refuses. */
const toPublishInstant = (typed: string) => (Number.isNaN(Date.parse(typed)) ? null : fromLocalTime(typed));

export const makeStateFilter = (states: readonly ContentState[]): ListFilter => ({
  name: 'status',
  label: publishingLabels.status,
  all: 'All statuses',
  choices: states.map((state) => [state, contentStateNames[state]]),
});

export function PublishBadge({ item: { status, publishAt } }: { item: PublishingFields }) {
  if (status === 'draft') return <Badge className="max-md:mt-1">Draft</Badge>;
  if (status !== 'scheduled' || (publishAt && Date.parse(publishAt) <= Date.now())) return null;
  return (
    <Badge tone="sky" className="min-w-12 max-md:mt-1">
      <span className="md:truncate">
        {publishAt ? `Scheduled for ${formatDateTime(publishAt)}` : 'Scheduled, without an hour'}
      </span>
    </Badge>
  );
}

import {
  type ContentState,
  type PublishStatus,
  publishStatuses,
} from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime, kampalaInstant, kampalaTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Controller, useWatch } from 'react-hook-form';
import { choiceFilter, type ListFilter } from '../lists/list-search.ts';
import { ChoiceField, useField } from './fields.tsx';

type Publishing = { status?: PublishStatus | null | undefined; publishAt?: string | null | undefined };

export const publishingLabels = { status: 'Status', publishAt: 'Publish at' };

/** A scheduled item needs a time. */
export const hasPublishTime = ({ status, publishAt }: Publishing): boolean =>
  status !== 'scheduled' || Boolean(publishAt);
export const publishTimeMissing = {
  path: ['publishAt'],
  message: 'Choose when visitors may see it',
  // Reports this error together with the others, not after them.
  when: () => true,
};

const statuses = publishStatuses.map((value) => ({ value, label: capitalise(value) }));

/** The time is in Kampala time, whatever the time zone of the device. */
export function PublishingFields() {
  const { control, wrapper } = useField<Publishing>({
    name: 'publishAt',
    label: publishingLabels.publishAt,
    hint: 'Time in Kampala',
    required: true,
  });
  const status = useWatch({ control, name: 'status' });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ChoiceField<Publishing>
        name="status"
        label={publishingLabels.status}
        hint={hints[status ?? 'published']}
        choices={statuses}
      />
      {status === 'scheduled' && (
        <Field {...wrapper}>
          <Controller
            control={control}
            name="publishAt"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Input
                type="datetime-local"
                ref={ref}
                value={value ? kampalaTime(value) : ''}
                onBlur={onBlur}
                onChange={({ target }) => onChange(instantOf(target.value))}
              />
            )}
          />
        </Field>
      )}
    </div>
  );
}

/** An incomplete date counts as none. */
const instantOf = (typed: string) => (Number.isNaN(Date.parse(typed)) ? null : kampalaInstant(typed));

const hints: Record<PublishStatus, string> = {
  draft: 'Only the office sees it',
  published: 'Everybody sees it',
  scheduled: 'Everybody sees it from its hour on',
};

export const stateFilter = (states: readonly ContentState[]): ListFilter =>
  choiceFilter({ name: 'status', label: publishingLabels.status, all: 'All statuses' }, states);

export function PublishBadge({ item: { status, publishAt } }: { item: Publishing }) {
  if (status === 'draft') return <Badge className="mt-1">Draft</Badge>;
  if (status !== 'scheduled' || (publishAt && Date.parse(publishAt) <= Date.now())) return null;
  return (
    <Badge tone="sky" className="mt-1">
      {publishAt ? `Scheduled for ${formatDateTime(publishAt)}` : 'Scheduled, without an hour'}
    </Badge>
  );
}

import type { Coach, CoachInput } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { type CoachFilter, coachKinds } from '@institute/contract/coach-role';
import { capitalise } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import type { DeleteApi, ListApi } from '../../content/resource-api.ts';
import { LongTextField, TabsField, TextField } from '../../forms/fields.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { ListField } from '../../forms/list-field.tsx';
import { ImageField } from '../../images/image-field.tsx';
import type { ListFilter } from '../../lists/list-query.ts';
import { CoachCard } from './coach-card.tsx';
import { coachesOf } from './coach-group.ts';
import { type CoachValues, coachSchema, coachValues, keepRole } from './coach-values.ts';

const kinds = coachKinds.map((value) => ({ value, label: capitalise(value) }));

const typeFilter: ListFilter<CoachFilter> = {
  label: 'Type',
  choices: [
    { label: 'All Members', value: 'all' },
    { label: 'Coaches', value: 'coaches', category: 'coaches' },
    { label: 'Staff', value: 'staff', category: 'staff' },
    { label: 'Other', value: 'other', category: 'other' },
  ],
};

/** There are few coaches, so the browser loads all of them and filters and pages here. */
const groupedCoaches: ListApi<Coach, CoachFilter> & DeleteApi = {
  list: {
    useQuery: ({ q, category: group, ...page }, options) =>
      admin.coaches.list.useQuery(
        { limit: listLimits.page, offset: 0, ...(q && { q }) },
        { ...options, select: ({ items }) => coachesOf(items, { group, ...page }) },
      ),
  },
  remove: admin.coaches.remove,
};

export const CoachesScreen = contentScreen<Coach, CoachValues, CoachInput, CoachFilter>('coaches', {
  list: {
    api: groupedCoaches,
    nameOf: ({ name }) => name,
    filter: typeFilter,
    card: (coach) => <CoachCard coach={coach} />,
  },
  form: {
    api: admin.coaches,
    resolver: formResolver(coachSchema),
    valuesOf: coachValues,
    finish: keepRole,
    fields: (
      <TabsField<CoachValues> name="kind" label="Type" choices={kinds}>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<CoachValues> name="name" label="Name" required />
          <TextField<CoachValues> name="role" label="Role" required />
        </div>
        <LongTextField<CoachValues> name="bio" label="Bio" required />
        <ListField<CoachValues>
          name="specialties"
          label="Specialties"
          hint="Separated by commas"
          separator=","
        />
        <ImageField<CoachValues> name="imageUrl" altName="imageAlt" />
      </TabsField>
    ),
  },
});

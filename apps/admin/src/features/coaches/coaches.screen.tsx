import { type Coach, type CoachInput, coachInput } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import {
  addRolePrefix,
  type CoachFilter,
  coachKinds,
  isRoleInFilter,
  readCoachKind,
  removeRolePrefix,
} from '@institute/contract/coach-role';
import { Badge } from '@institute/ui/badge.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Portrait } from '@institute/ui/portrait.tsx';
import * as z from 'zod';
import { admin } from '../../api/admin.ts';
import { makeFieldComponents, putFieldsInTwoColumns, requiredProps } from '../../content/content-fields.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import { TabsField } from '../../forms/fields.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { keepPreviousRowsOption, type ListFilter } from '../../lists/list-search.ts';

/** The form has two fields, kind and role, which are stored as one text. */
const coachKindSchema = z.enum(coachKinds);
export const coachSchema = coachInput
  .extend({ kind: coachKindSchema })
  .transform(({ kind, role, ...coach }) => ({ ...coach, role: addRolePrefix(kind, role) }));
type CoachValues = (typeof coachSchema)['_zod']['input'];

const form = makeFormDefinition<CoachValues, object>(coachInput.extend({ kind: coachKindSchema }), () => ({
  kind: 'coach',
  specialties: [],
}));

export const toCoachValues = (coach: Coach | null) => ({
  ...form.valuesOf(coach),
  ...(coach && { kind: readCoachKind(coach.role), role: removeRolePrefix(coach.role) }),
});

/**
 * Keeps the stored text when the role is unchanged. A rewritten prefix could move the coach to another group.
 */
export const preserveRole = (input: CoachInput, stored: Coach | null): CoachInput =>
  stored && input.role === addRolePrefix(readCoachKind(stored.role), removeRolePrefix(stored.role))
    ? { ...input, role: stored.role }
    : input;

const coachFieldLabels = {
  kind: 'Type',
  name: 'Name',
  role: 'Role',
  bio: 'Bio',
  specialties: 'Specialties',
  ...imageLabels,
};
const { text, longText, commas, image } = makeFieldComponents<CoachValues>(coachFieldLabels);

const typeFilter: ListFilter<CoachFilter> = {
  label: coachFieldLabels.kind,
  all: 'All Members',
  choices: makeCapitalisedChoices(['coaches', 'staff', 'other']),
};

type CoachListQuery = { group: CoachFilter | undefined; limit: number; offset: number };

export function filterCoaches<Row extends Pick<Coach, 'role'>>(
  team: Row[],
  { group, limit, offset }: CoachListQuery,
) {
  const coachesOfGroup = team.filter(({ role }) => isRoleInFilter(role, group));
  return { items: coachesOfGroup.slice(offset, offset + limit), total: coachesOfGroup.length };
}

export const CoachesScreen = makeContentScreen<Coach, typeof coachSchema, CoachFilter>('coaches', {
  list: {
    // There are few coaches, so the browser loads all of them and filters and pages here.
    useRows: ({ q, category: group, ...page }) =>
      admin.coaches.list.useQuery(
        { limit: listLimits.page, offset: 0, ...(q && { q }) },
        { ...keepPreviousRowsOption, select: ({ items }) => filterCoaches(items, { group, ...page }) },
      ),
    nameOf: ({ name }) => name,
    filter: typeFilter,
    card: (coach) => <CoachCard coach={coach} />,
  },
  form: {
    api: admin.coaches,
    labels: coachFieldLabels,
    schema: coachSchema,
    valuesOf: toCoachValues,
    finish: preserveRole,
    fields: (
      <TabsField<CoachValues>
        name="kind"
        label={coachFieldLabels.kind}
        choices={makeCapitalisedChoices(coachKinds)}
      >
        {putFieldsInTwoColumns(text('name', requiredProps), text('role', requiredProps))}
        {longText('bio', requiredProps)}
        {commas('specialties')}
        {image('imageUrl', 'imageAlt')}
      </TabsField>
    ),
  },
});

function CoachCard({ coach }: { coach: Coach }) {
  const { name, role, bio, specialties, imageUrl } = coach;
  return (
    <div className="flex flex-col gap-3 p-5">
      <div className="flex items-center gap-4">
        <Portrait
          src={imageUrl}
          name={name}
          sizes="80px"
          className="size-20 shrink-0 rounded-control object-cover"
        />
        <div className="min-w-0">
          <Heading level={2} size="card" title={name} className="line-clamp-2">
            {name}
          </Heading>
          <p title={role} className="line-clamp-2 text-base font-medium text-green">
            {role}
          </p>
        </div>
      </div>
      <p className="line-clamp-3 text-base text-muted">{bio}</p>
      {specialties.length > 0 && (
        <ul aria-label={coachFieldLabels.specialties} className="flex flex-wrap gap-1">
          {specialties.map((specialty) => (
            <li key={specialty}>
              <Badge className="line-clamp-2! whitespace-normal!">{specialty}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

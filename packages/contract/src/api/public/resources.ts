import { type Need, needs } from '../rights.constants.ts';
import type { AnyContentResource } from './content.ts';
import * as list from './content-list.ts';
import { registrationNotFoundMessage } from './registrations.constants.ts';

type ContentListModule = typeof list;
type DeclaredResource = {
  [Name in keyof ContentListModule]: ContentListModule[Name] extends AnyContentResource
    ? ContentListModule[Name]
    : never;
}[keyof ContentListModule];

export type ContentKey = DeclaredResource['key'];
export type ContentType = DeclaredResource['type'];
type ContentResources = { [R in DeclaredResource as R['key']]: R };

const isContentResource = (exported: unknown): exported is DeclaredResource =>
  typeof exported === 'object' && exported !== null && 'example' in exported && 'routes' in exported;

const declaredResources = Object.values(list).filter(isContentResource);

export const contentResources = Object.fromEntries(
  declaredResources.map((resource) => [resource.key, resource]),
) as ContentResources;

/** Builds put these names into the code of the apps, which then contains none of the schemas. */
export const contentTypeOfKey = Object.fromEntries(declaredResources.map(({ key, type }) => [key, type])) as {
  [Key in ContentKey]: ContentResources[Key]['type'];
};

export const contentRoutes = Object.fromEntries(
  declaredResources.map(({ key, routes }) => [key, routes]),
) as {
  [Key in ContentKey]: ContentResources[Key]['routes'];
};

interface EntityDescription {
  /** True when a deleted item goes to the trash. */
  isTrashed: boolean;
  notFound?: string;
  /** Right that an account needs to see the item's name in the trash and in the latest activities. */
  need: Need;
}

const entitiesBesideContent = {
  registration: { isTrashed: true, notFound: registrationNotFoundMessage, need: needs.registrations },
  contact: { isTrashed: true, need: needs.messages },
  newsletter: { isTrashed: true, need: needs.newsletter },
  /** Activities about the fees of a person. The id is the one of the registration. */
  fee: { isTrashed: false, need: needs.fees },
  donation: { isTrashed: false, need: needs.donations },
  certificate: { isTrashed: false, need: needs.certificates },
  email: { isTrashed: false, need: needs.messages },
  account: { isTrashed: false, need: needs.accounts },
  key: { isTrashed: false, need: needs.apiKeys },
  webhook: { isTrashed: false, need: needs.webhooks },
  redirect: { isTrashed: false, need: needs.redirects },
  site: { isTrashed: false, need: needs.site },
  upload: { isTrashed: false, need: needs.files },
} as const satisfies Record<string, EntityDescription>;
type EntityTypeBesideContent = keyof typeof entitiesBesideContent;
type TrashKindBesideContent = {
  [Type in EntityTypeBesideContent]: (typeof entitiesBesideContent)[Type]['isTrashed'] extends true
    ? Type
    : never;
}[EntityTypeBesideContent];

export type EntityType = ContentType | EntityTypeBesideContent;
export type TrashKind = ContentType | TrashKindBesideContent;

export const entities: Record<EntityType, EntityDescription> = {
  ...(Object.fromEntries(
    declaredResources.map(({ type, notFound, need }) => [type, { isTrashed: true, notFound, need }]),
  ) as Record<ContentType, EntityDescription>),
  ...entitiesBesideContent,
};

export const contentTypes = declaredResources.map(({ type }) => type) as readonly ContentType[];
export const entityTypes = Object.keys(entities) as [EntityType, ...EntityType[]];
export const trashKinds = entityTypes.filter((type) => entities[type].isTrashed) as [
  TrashKind,
  ...TrashKind[],
];

import type { AnyContentResource } from './content.ts';
import * as list from './content-list.ts';
import { registrationNotFound } from './registrations.constants.ts';

type List = typeof list;
type Declared = {
  [Name in keyof List]: List[Name] extends AnyContentResource ? List[Name] : never;
}[keyof List];

export type ContentKey = Declared['key'];
export type ContentType = Declared['type'];
type ContentResources = { [R in Declared as R['key']]: R };

const isContentResource = (exported: unknown): exported is Declared =>
  typeof exported === 'object' && exported !== null && 'example' in exported && 'routes' in exported;

const declared = Object.values(list).filter(isContentResource);

export const contentResources = Object.fromEntries(
  declared.map((resource) => [resource.key, resource]),
) as ContentResources;

/** Builds insert these names into the apps' code, which then needs none of the schemas. */
export const contentTypeOfKey = Object.fromEntries(declared.map(({ key, type }) => [key, type])) as {
  [Key in ContentKey]: ContentResources[Key]['type'];
};

export const contentRoutes = Object.fromEntries(declared.map(({ key, routes }) => [key, routes])) as {
  [Key in ContentKey]: ContentResources[Key]['routes'];
};

interface Entity {
  /** A deleted item goes to the trash. */
  isTrashed: boolean;
  notFound?: string;
}

const others = {
  registration: { isTrashed: true, notFound: registrationNotFound },
  contact: { isTrashed: true },
  newsletter: { isTrashed: true },
  donation: { isTrashed: false },
  certificate: { isTrashed: false },
  email: { isTrashed: false },
  account: { isTrashed: false },
  key: { isTrashed: false },
  webhook: { isTrashed: false },
  redirect: { isTrashed: false },
  site: { isTrashed: false },
  upload: { isTrashed: false },
} as const satisfies Record<string, Entity>;
type OtherType = keyof typeof others;
type OtherTrashKind = {
  [Type in OtherType]: (typeof others)[Type]['isTrashed'] extends true ? Type : never;
}[OtherType];

export type EntityType = ContentType | OtherType;
export type TrashKind = ContentType | OtherTrashKind;

export const entities = {
  ...Object.fromEntries(declared.map(({ type, notFound }) => [type, { isTrashed: true, notFound }])),
  ...others,
} as Record<EntityType, Entity>;

export const contentTypes = declared.map(({ type }) => type) as readonly ContentType[];
export const entityTypes = Object.keys(entities) as [EntityType, ...EntityType[]];
export const trashKinds = entityTypes.filter((type) => entities[type].isTrashed) as [
  TrashKind,
  ...TrashKind[],
];

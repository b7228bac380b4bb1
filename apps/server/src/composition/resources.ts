import type { ContentInfo } from '../content-info.ts';
import * as list from './content-list.ts';

type Resource = (typeof list)[keyof typeof list];

/** The content resources of the product. */
export const resources: readonly Resource[] = Object.values(list);

/** What services know of each. */
export const contentInfos: readonly ContentInfo[] = resources.map(({ info }) => info);

/**
 * One part of every resource, by the resource's key. The REST router does not compile, and names the key, when
 * the contract has a resource that `content-list.ts` lacks.
 */
export const byKey = <Part extends 'routes' | 'procedures'>(part: Part) =>
  Object.fromEntries(resources.map((resource) => [resource.key, resource[part]])) as {
    [R in Resource as R['key']]: R[Part];
  };

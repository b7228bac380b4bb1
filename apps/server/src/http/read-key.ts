import { contentResources } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { modeKey } from './light-mode.ts';

/** Null when the answer may not be cached. */
export type KeyOf = (request: FastifyRequest) => string | null;

type ContractRoute = { path: string; query?: unknown };

/**
 * The key has the parameters that the contract knows, as they were given. The contract checks them when the
 * answer is made, and a refusal is not kept.
 */
export const keyOfRead: KeyOf = ({ routeOptions, params, query }) => {
  const { tsRestRoute: route } = routeOptions.config as { tsRestRoute?: ContractRoute };
  if (!route) return null;
  const path = params as Record<string, string>;
  const given = query as Record<string, string | string[] | undefined>;
  const known = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  const asked = known.map((name) => [name, given[name]] as const);
  // leading zeros would give one item many keys
  const isCanonical = !Object.values(path).some((value) => value.startsWith('0'));
  if (!isCanonical || asked.some(([, value]) => Array.isArray(value))) return null;
  const address = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return withQuery(address, asked);
};

/** Mode, path, and the parameters that pages read, in a fixed order. */
export const keyOfPage =
  (parameters: readonly string[]): KeyOf =>
  ({ url, headers }) =>
    modeKey(headers, pageUrl(url, parameters));

/** As the router sees the address, with the given parameters only. A second call changes nothing. */
export function pageUrl(url: string, parameters: readonly string[]): string {
  const [, path = '', query = ''] = /^([^?#]*)[?#]?([^#]*)/.exec(url) ?? [];
  const given = new URLSearchParams(query);
  return withQuery(
    path,
    parameters.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])),
  );
}

const categories = new Set<string>(
  Object.values(contentResources).flatMap((resource) => resource.categories),
);

/** A caller makes a free value up, such as a search text. The contract lists the categories. */
export function hasFreeValue(key: string): boolean {
  const start = key.indexOf('?');
  if (start < 0) return false;
  const given = [...new URLSearchParams(key.slice(start))];
  return given.length > 1 || given.some(([name, value]) => name !== 'category' || !categories.has(value));
}

export function withQuery(path: string, values: readonly (readonly [string, unknown])[]): string {
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

import { contentResources } from '@institute/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { modeKey } from './light-mode.ts';

/** Returns the cache key of a request, or null when its answer may not be cached. */
export type KeyOf = (request: FastifyRequest) => string | null;

type ContractRoute = { path: string; pathParams?: unknown; query?: unknown };

const isSchema = (schema: unknown): schema is z.ZodType<Record<string, unknown>> =>
  schema instanceof z.ZodType;

/**
 * Builds the key of a contract read from the validated values. Leaves out defaults, so that a plain address is its own
 * key.
 */
export const keyOfRead: KeyOf = ({ routeOptions, params, query }) => {
  const { tsRestRoute: route } = routeOptions.config as { tsRestRoute?: ContractRoute };
  if (!route) return null;
  const path = validated(route.pathParams, params);
  const asked = validated(route.query, query);
  if (!path || !asked) return null;

  const address = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const defaults = defaultsOf(route);
  return withQuery(
    address,
    Object.entries(asked).filter(([name, value]) => value !== defaults[name]),
  );
};

const knownDefaults = new WeakMap<ContractRoute, Record<string, unknown>>();

/** The validated query of an address without a query. Stored, because it never changes and every request needs it. */
function defaultsOf(route: ContractRoute): Record<string, unknown> {
  const defaults = knownDefaults.get(route) ?? validated(route.query, {}) ?? {};
  knownDefaults.set(route, defaults);
  return defaults;
}

/** Validates the input. Returns null when the schema refuses it. */
function validated(schema: unknown, input: unknown): Record<string, unknown> | null {
  if (!isSchema(schema)) return {};
  return schema.safeParse(input).data ?? null;
}

/** The key of a page: its mode, its path, and the parameters that pages read in a fixed order. */
export const keyOfPage =
  (parameters: readonly string[]): KeyOf =>
  ({ url, headers }) =>
    modeKey(headers, pageUrl(url, parameters));

/**
 * Normalises a page's address as the router sees it, and keeps only the given parameters. A second call changes
 * nothing.
 */
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

/** True for a key with a value that a caller makes up, such as a search text. The contract lists the categories. */
export function hasFreeValue(key: string): boolean {
  const start = key.indexOf('?');
  if (start < 0) return false;
  const given = [...new URLSearchParams(key.slice(start))];
  return given.length > 1 || given.some(([name, value]) => name !== 'category' || !categories.has(value));
}

/** Appends the values to the path as a query. Leaves out undefined ones. */
export function withQuery(path: string, values: readonly (readonly [string, unknown])[]): string {
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

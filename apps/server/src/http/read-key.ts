import type { FastifyRequest } from 'fastify';
import * as z from 'zod';

/** Tells which answer a request asks for; null where its answer may not be kept. */
export type KeyOf = (request: FastifyRequest) => string | null;

type ContractRoute = { path: string; pathParams?: unknown; query?: unknown };

const isSchema = (schema: unknown): schema is z.ZodType<Record<string, unknown>> =>
  schema instanceof z.ZodType;

/**
 * The key of a contract read, made of the values that its handler is given. Defaults are left out, so that
 * an address that asks for nothing special is its own key.
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

/** The query of an address without one. Every request asks for it, and it never changes. */
function defaultsOf(route: ContractRoute): Record<string, unknown> {
  const defaults = knownDefaults.get(route) ?? validated(route.query, {}) ?? {};
  knownDefaults.set(route, defaults);
  return defaults;
}

/** What a schema makes of the input; null where it refuses it. */
function validated(schema: unknown, input: unknown): Record<string, unknown> | null {
  if (!isSchema(schema)) return {};
  return schema.safeParse(input).data ?? null;
}

/** The key of a page: its path with the parameters that pages read, in one order. */
export const keyOfPage =
  (parameters: readonly string[]): KeyOf =>
  ({ url }) =>
    pageUrl(url, parameters);

/**
 * An address as pages are rendered from it. The path ends where the router ends it; only the given parameters
 * are kept. Applied to its own result it changes nothing.
 */
export function pageUrl(url: string, parameters: readonly string[]): string {
  const [, path = '', query = ''] = /^([^?#]*)[?#]?([^#]*)/.exec(url) ?? [];
  const given = new URLSearchParams(query);
  return withQuery(
    path,
    parameters.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])),
  );
}

/** A path with the given values behind it; those that are undefined are left out. */
export function withQuery(path: string, values: readonly (readonly [string, unknown])[]): string {
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

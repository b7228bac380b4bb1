import type { IncomingHttpHeaders } from 'node:http';
import { pageLanguage, readChosenLanguage } from '@institute/contract/site.constants';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { addQuery } from '../answers.ts';
import '../request-context.ts';

/** Null when the answer may not be cached. */
export type KeyOf = (request: FastifyRequest) => string | null;

/**
 * The key has the parameters that the contract knows, as they were given. The contract checks them when the
 * answer is made, and a refusal is not cached.
 */
export const makeReadKey: KeyOf = ({ routeOptions, params, query }) => {
  const route = routeOptions.config.tsRestRoute;
  if (!route) return null;
  const path = params as Record<string, string>;
  const givenQuery = query as Record<string, string | string[] | undefined>;
  const known = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  const parameters = known.map((name) => [name, givenQuery[name]] as const);
  if (parameters.some(([, value]) => Array.isArray(value))) return null;
  const address = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return addQuery(address, parameters);
};

/** In the address of a page that shows a posted form again. */
export const AGAIN_PARAMETER = 'again';
const showsAgain = new RegExp(`[?&]${AGAIN_PARAMETER}=`);

/** Mode, path, and the parameters that pages read, in a fixed order. */
export const makePageKeyReader =
  (parameters: readonly string[]): KeyOf =>
  ({ url, headers }) =>
    showsAgain.test(url) ? null : cacheKeyWithMode(headers, toPageUrl(url, parameters));

/** The address as the router reads it, with the given parameters only. A second call changes nothing. */
export function toPageUrl(url: string, parameters: readonly string[]): string {
  const [, path = '', query = ''] = /^([^?#]*)[?#]?([^#]*)/.exec(url) ?? [];
  const givenQuery = new URLSearchParams(query);
  return addQuery(
    path,
    parameters.flatMap((name) => givenQuery.getAll(name).map((value): [string, string] => [name, value])),
  );
}

/** Headers that decide the mode of a page. Every cached page names them in `Vary`. */
export const pageModeVary = 'Save-Data, ECT, Cookie';

/** `light` or `full`, as the visitor chose. A script on a 2g connection chooses `light` for an hour. */
export const viewCookie = 'view';
const chosenView = new RegExp(`(?:^|;\\s*)${viewCookie}=(light|full)(?:;|$)`);
/** Cookie of earlier versions. */
export const oldViewCookie = 'light';
const oldViewPattern = new RegExp(`(?:^|;\\s*)${oldViewCookie}=(on|off|auto)(?:;|$)`);
const slowConnection = /^(?:slow-)?2g$/;

export function isLightWanted({ cookie = '', 'save-data': saveData, ect }: IncomingHttpHeaders): boolean {
  const view = chosenView.exec(cookie)?.[1];
  if (view) return view === 'light';
  const before = oldViewPattern.exec(cookie)?.[1];
  if (before) return before !== 'off';
  return saveData === 'on' || (ect !== undefined && slowConnection.test(String(ect)));
}

/** True when the visitor has chosen a language. Only then may a page run the translator. */
export const isTranslatorWanted = ({ cookie }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && readChosenLanguage(cookie) !== pageLanguage;

/** The blank cannot clash with an address, which has none. */
export const cacheKeyWithMode = (headers: IncomingHttpHeaders, address: string): string =>
  (isLightWanted(headers) ? 'light ' : '') + (isTranslatorWanted(headers) ? 'translated ' : '') + address;

import type { IncomingHttpHeaders } from 'node:http';
import { pageLanguage, readChosenLanguage } from '@institute/contract/site.constants';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { addQueryToPath } from '../answers.ts';
import '../request-context.ts';

/** Returns the key of a cached answer, or null when the answer may not be cached. */
export type MakeCacheKey = (request: FastifyRequest) => string | null;

/**
 * Makes a key of the address and the parameters that the contract knows, as they were given. The contract checks them
 * when the answer is made, and a refusal is not cached.
 */
export const makeReadKey: MakeCacheKey = ({ routeOptions, params, query }) => {
  const contractRoute = routeOptions.config.tsRestRoute;
  if (!contractRoute) return null;
  const pathParameters = params as Record<string, string>;
  const givenQuery = query as Record<string, string | string[] | undefined>;
  const knownParameters =
    contractRoute.query instanceof z.ZodObject ? Object.keys(contractRoute.query.shape) : [];
  const knownParameterPairs = knownParameters.map((name) => [name, givenQuery[name]] as const);
  if (knownParameterPairs.some(([, value]) => Array.isArray(value))) return null;
  const pathWithParameters = contractRoute.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ''),
  );
  return addQueryToPath(pathWithParameters, knownParameterPairs);
};

/** Parameter in the address of a page that shows a posted form again. */
export const SHOW_POSTED_FORM_PARAMETER = 'again';
const showPostedFormQueryPattern = new RegExp(`[?&]${SHOW_POSTED_FORM_PARAMETER}=`);

/** Makes the key of a page: its mode, its path and the parameters that pages read, in a fixed order. */
export const makePageKeyReader =
  (parameters: readonly string[]): MakeCacheKey =>
  ({ url, headers }) =>
    showPostedFormQueryPattern.test(url) ? null : makeCacheKeyWithMode(headers, toPageUrl(url, parameters));

/**
 * Reads the path as the router does, and keeps only the given parameters. Applied to its own result it changes
 * nothing.
 */
export function toPageUrl(url: string, parameters: readonly string[]): string {
  const [, path = '', query = ''] = /^([^?#]*)[?#]?([^#]*)/.exec(url) ?? [];
  const givenQuery = new URLSearchParams(query);
  return addQueryToPath(
    path,
    parameters.flatMap((name) => givenQuery.getAll(name).map((value): [string, string] => [name, value])),
  );
}

/** Headers that decide in which mode a page is shown. Every cached page names them in `Vary`. */
export const pageModeHeaderNames = 'Save-Data, ECT, Cookie';

/**
 * Cookie with the view that the visitor chose, `light` or `full`. On a 2g connection a script chooses `light` for an
 * hour.
 */
export const viewCookie = 'view';
const chosenViewCookiePattern = new RegExp(`(?:^|;\\s*)${viewCookie}=(light|full)(?:;|$)`);
/** Cookie for the same choice in earlier versions. */
export const oldViewCookie = 'light';
const oldViewPattern = new RegExp(`(?:^|;\\s*)${oldViewCookie}=(on|off|auto)(?:;|$)`);
const slowConnectionPattern = /^(?:slow-)?2g$/;

export function isLightWanted({ cookie = '', 'save-data': saveData, ect }: IncomingHttpHeaders): boolean {
  const chosenViewName = chosenViewCookiePattern.exec(cookie)?.[1];
  if (chosenViewName) return chosenViewName === 'light';
  const oldViewName = oldViewPattern.exec(cookie)?.[1];
  if (oldViewName) return oldViewName !== 'off';
  return saveData === 'on' || (ect !== undefined && slowConnectionPattern.test(String(ect)));
}

/** True when the visitor has chosen a language. Only then may a page run the translator. */
export const isTranslatorWanted = ({ cookie }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && readChosenLanguage(cookie) !== pageLanguage;

/** Puts the mode before the address, with a space between. No address contains a space, so the keys cannot clash. */
export const makeCacheKeyWithMode = (headers: IncomingHttpHeaders, address: string): string =>
  (isLightWanted(headers) ? 'light ' : '') + (isTranslatorWanted(headers) ? 'translated ' : '') + address;

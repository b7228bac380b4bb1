import { isUploadedFile } from '@institute/contract/uploads.constants';
import { parseAddress } from '@institute/contract/web-address';
import type { Config } from './config.ts';
import { isOwnOrigin } from './own-addresses.ts';

type Place = Pick<Config, 'publicUrl'>;

/** Programs show and send the address of an upload in full. Only its path is stored, so that the site can move. */
export const toFullAddress = ({ publicUrl }: Place, path: string): string => publicUrl + path;

/** Any other address, also one of another port or with a password or a query, stays as it is. */
export function toUploadPath({ publicUrl }: Place, address: string): string {
  const url = /^https?:\/\//i.test(address) ? parseAddress(address) : undefined;
  if (!url || url.username || url.password || url.search) return address;
  return isOwnOrigin(url.origin, publicUrl) && isUploadedFile(url.pathname)
    ? url.pathname + url.hash
    : address;
}

/**
 * Fields of content and of the site that take a path to a file. Menu and social networks take pages and other sites.
 */
const addressField = /^(?:image|logo|icon|\w+Url)$/;
/** An address in HTML that the sanitiser wrote: no other text there has a tag. */
const addressesInTags = /(?<=<(?:a|img) (?:[^>]* )?(?:href|src)=")[^"]+/g;

/** Stores addresses of uploads as their paths, in fields with an address at any depth, and in the HTML of `htmlFields`. */
export function storeUploadPaths<Input extends object>(
  place: Place,
  input: Input,
  htmlFields: readonly string[] = [],
): Input {
  const change = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => change(one, ''));
    if (isFields(value)) return changeFields(value);
    if (typeof value !== 'string') return value;
    if (htmlFields.includes(field))
      return value.replace(addressesInTags, (address) => toUploadPath(place, address));
    return addressField.test(field) ? toUploadPath(place, value) : value;
  };
  const changeFields = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, change(value, field)]));
  return changeFields(input) as Input;
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

import { isUploadedFile } from '@institute/contract/uploads.constants';
import { parseAddress } from '@institute/contract/web-address';
import type { Config } from './config.ts';
import { isOwnOrigin } from './own-addresses.ts';

type SiteAddress = Pick<Config, 'publicUrl'>;

/**
 * Makes the full address of an uploaded file, as programs show and send it. Only the path is stored, so that the site
 * can move to another address.
 */
export const toFullAddress = ({ publicUrl }: SiteAddress, path: string): string => publicUrl + path;

/**
 * Removes the site's origin from the address of an upload. An address with another port, a password or a query stays
 * as it is.
 */
export function toUploadPath({ publicUrl }: SiteAddress, address: string): string {
  const url = /^https?:\/\//i.test(address) ? parseAddress(address) : undefined;
  if (!url || url.username || url.password || url.search) return address;
  return isOwnOrigin(url.origin, publicUrl) && isUploadedFile(url.pathname)
    ? url.pathname + url.hash
    : address;
}

/**
 * Fields of content and of the site that hold the path of a file. Menu and social networks hold other addresses.
 */
const addressFieldPattern = /^(?:image|logo|icon|\w+Url)$/;
/**
 * An address in HTML that the sanitiser wrote. Only tags have such a form there, because the sanitiser escapes text.
 */
const tagAddressPattern = /(?<=<(?:a|img) (?:[^>]* )?(?:href|src)=")[^"]+/g;

/** Stores addresses of uploads as their paths, in fields with an address at any depth, and in the HTML of `htmlFields`. */
export function storeUploadPaths<Input extends object>(
  place: SiteAddress,
  input: Input,
  htmlFields: readonly string[] = [],
): Input {
  const changeValue = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => changeValue(one, ''));
    if (isPlainObject(value)) return changeFields(value);
    if (typeof value !== 'string') return value;
    if (htmlFields.includes(field))
      return value.replace(tagAddressPattern, (address) => toUploadPath(place, address));
    return addressFieldPattern.test(field) ? toUploadPath(place, value) : value;
  };
  const changeFields = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, changeValue(value, field)]));
  return changeFields(input) as Input;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

import { isUploadedFile } from '@institute/contract/uploads.constants';
import { parseAddress } from '@institute/contract/web-address';
import type { Config } from './config.ts';
import { isOwnOrigin } from './own-addresses.ts';

type PublicUrlConfig = Pick<Config, 'publicUrl'>;

/**
 * Makes the full address of an uploaded file, as programs show and send it. Only the path is stored, so that the site
 * can move to another address.
 */
export const toFullAddress = ({ publicUrl }: PublicUrlConfig, path: string): string => publicUrl + path;

/**
 * Removes the site's origin from the address of an upload. An address with another port, a password or a query stays
 * as it is.
 */
export function toUploadPath({ publicUrl }: PublicUrlConfig, address: string): string {
  const parsedAddress = /^https?:\/\//i.test(address) ? parseAddress(address) : undefined;
  if (!parsedAddress || parsedAddress.username || parsedAddress.password || parsedAddress.search)
    return address;
  return isOwnOrigin(parsedAddress.origin, publicUrl) && isUploadedFile(parsedAddress.pathname)
    ? parsedAddress.pathname + parsedAddress.hash
    : address;
}

/**
 * Fields of content and of the site that hold the path of a file. Menu and social networks hold other addresses.
 */
const addressFieldPattern = /^(?:image|logo|icon|\w+Url)$/;
/**
 * An address in HTML that the sanitiser wrote. Only tags have such a form there, because the sanitiser escapes text.
 */
const linkInHtmlPattern = /(?<=<(?:a|img) (?:[^>]* )?(?:href|src)=")[^"]+/g;

/** Stores addresses of uploads as their paths, in fields with an address at any depth, and in the HTML of `htmlFields`. */
export function storeUploadPaths<Input extends object>(
  place: PublicUrlConfig,
  input: Input,
  htmlFields: readonly string[] = [],
): Input {
  const storePathsInValue = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => storePathsInValue(one, ''));
    if (isPlainObject(value)) return storePathsInFields(value);
    if (typeof value !== 'string') return value;
    if (htmlFields.includes(field))
      return value.replace(linkInHtmlPattern, (address) => toUploadPath(place, address));
    return addressFieldPattern.test(field) ? toUploadPath(place, value) : value;
  };
  const storePathsInFields = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, storePathsInValue(value, field)]),
    );
  return storePathsInFields(input) as Input;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

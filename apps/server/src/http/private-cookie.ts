import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../config/config.ts';

export interface PrivateCookie {
  name: string;
  rules: CookieSerializeOptions;
}

/**
 * Makes a cookie that scripts cannot read and that other sites do not send. With https its name begins with
 * `__Host-`, so that neither a subdomain nor plain http can set it. For that prefix browsers require the path `/`.
 */
export const makePrivateCookie = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: string,
  path: string,
): PrivateCookie => {
  const isCookieSecure = publicUrl.startsWith('https:');
  return {
    name: isCookieSecure ? `__Host-${name}` : name,
    rules: { path: isCookieSecure ? '/' : path, httpOnly: true, sameSite: 'strict', secure: isCookieSecure },
  };
};

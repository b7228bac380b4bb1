import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../config.ts';

export interface Cookie {
  name: string;
  rules: CookieSerializeOptions;
}

/**
 * A cookie that scripts cannot read and other sites do not send. With https its name begins with `__Host-`, so
 * that neither a sub-domain nor plain http can set it; browsers then ask for the path `/`.
 */
export const privateCookie = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: string,
  path: string,
): Cookie => {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    rules: { path: secure ? '/' : path, httpOnly: true, sameSite: 'strict', secure },
  };
};

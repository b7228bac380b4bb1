import type { CookieSerializeOptions } from '@fastify/cookie';
import { apiPrefix } from '@institute/contract/common.constants';
import type { Config } from '../../config.ts';

interface Cookie {
  name: string;
  rules: CookieSerializeOptions;
}
type PublicUrl = Pick<Config, 'publicUrl'>;

/**
 * A cookie that scripts cannot read and other sites do not send. With https its name begins with `__Host-`, so
 * that neither a sub-domain nor plain http can set it; browsers then ask for the path `/`.
 */
const privateCookie = ({ publicUrl }: PublicUrl, name: string, path: string): Cookie => {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    rules: { path: secure ? '/' : path, httpOnly: true, sameSite: 'strict', secure },
  };
};

export const refreshCookie = (config: PublicUrl): Cookie =>
  privateCookie(config, 'refresh_token', `${apiPrefix}/admin`);

export const deviceCookie = (config: PublicUrl): Cookie => privateCookie(config, 'known_device', '/api');

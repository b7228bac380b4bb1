import { apiPrefix } from '@institute/contract/api.constants';
import type { Config } from '../../config.ts';
import { type Cookie, privateCookie } from '../../http/private-cookie.ts';

type PublicUrl = Pick<Config, 'publicUrl'>;

export const refreshCookie = (config: PublicUrl): Cookie =>
  privateCookie(config, 'refresh_token', `${apiPrefix}/admin`);

export const deviceCookie = (config: PublicUrl): Cookie => privateCookie(config, 'known_device', '/api');

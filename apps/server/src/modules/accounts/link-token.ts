import type { Config } from '../../config.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';

/** The secret of an emailed link. Only its hash is stored. */
export const linkTokenOf = (config: Pick<Config, 'authSecret'>, id: string): string =>
  derivedSecret(config, 'access link', id);

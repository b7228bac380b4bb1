import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';

/** The secret of a link follows from its id and the product's own secret, so that no table has to hold it. */
export const linkTokenOf = ({ authSecret }: Pick<Config, 'authSecret'>, id: string): string =>
  createHmac('sha256', authSecret).update(`access link ${id}`).digest('base64url');

import { fieldLimits } from '@institute/contract/fields.constants';
import { redirectLimits } from '@institute/contract/redirects.constants';
import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';

export const RedirectEntity = defineEntity({
  name: 'Redirect',
  tableName: 'redirects',
  properties: {
    id: p.integer().primary(),
    createdAt: instantColumn(),
    from: p.string().length(redirectLimits.from),
    /** Normalised spelling of `from`. Requests are compared with it. */
    key: p.text().unique(),
    to: p.string().length(fieldLimits.url),
    hits: p.integer().default(0),
  },
});

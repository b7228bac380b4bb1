import { pageLimits } from '@institute/contract/pages.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  orderColumns,
  publishingColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    ...contentItem,
    ...publishingColumns,
    ...imageColumns,
    ...orderColumns,
    title: p.string().length(pageLimits.title),
    /** Unique among pages outside the trash, as `refuseTakenPath` ensures. */
    path: p.string().length(pageLimits.path),
    content: p.text(),
    imageUrl: p.string().length(2000).nullable(),
    inMenu: p.boolean().default(false),
    search: searchColumn('title', 'post_text(content)'),
  },
});
export type PageRow = InferEntity<typeof PageEntity>;

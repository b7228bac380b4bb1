import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  searchColumn,
  textListColumn,
} from '../../platform/content/content.entity.ts';

export const CoachEntity = defineEntity({
  name: 'Coach',
  tableName: 'coaches',
  properties: {
    ...contentItem,
    ...imageColumns,
    name: p.string().length(200),
    role: p.string().length(200),
    bio: p.text(),
    specialties: textListColumn(),
    imageUrl: p.string().length(2000).nullable(),
    search: searchColumn('name', 'role', 'bio', 'words(specialties)'),
  },
});

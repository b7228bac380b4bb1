import { alumniCategories } from '@institute/contract/alumni.constants';
import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  searchColumn,
  textListColumn,
} from '../../platform/content/content.entity.ts';

export const AlumnusEntity = defineEntity({
  name: 'Alumnus',
  tableName: 'alumni',
  properties: {
    ...contentItem,
    ...imageColumns,
    name: p.string().length(200),
    position: p.string().length(200),
    currentTeam: p.string().length(200).nullable(),
    graduationYear: p.integer(),
    category: p.enum(alumniCategories),
    achievements: textListColumn(),
    image: p.string().length(2000),
    search: searchColumn('name', 'current_team', 'position'),
  },
});

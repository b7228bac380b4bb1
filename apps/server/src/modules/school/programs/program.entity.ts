import { programCategories } from '@institute/contract/programs.constants';
import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  image,
  instalmentsColumn,
  publishing,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const ProgramEntity = defineEntity({
  name: 'Program',
  tableName: 'programs',
  properties: {
    ...contentItem,
    ...publishing,
    ...image,
    name: p.string().length(200),
    description: p.text(),
    category: p.enum(programCategories),
    duration: p.string().length(100),
    schedule: p.string().length(500),
    price: p.decimal('number').precision(12).scale(2),
    imageUrl: p.string().length(2000),
    isActive: p.boolean().default(true),
    maxParticipants: p.integer().nullable(),
    instalments: instalmentsColumn(),
    search: searchColumn('name', 'description', 'duration', 'schedule'),
  },
});

export const PROGRAMS: string = ProgramEntity.meta.tableName;

import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  searchColumn,
  textListColumn,
} from '../../platform/content/content.entity.ts';

const detailColumn = () => p.string().length(200).nullable();

export const FacilityEntity = defineEntity({
  name: 'Facility',
  tableName: 'facilities',
  properties: {
    ...contentItem,
    ...imageColumns,
    name: p.string().length(200),
    description: p.text(),
    features: textListColumn(),
    equipment: textListColumn(),
    imageUrl: p.string().length(2000),
    openingHours: detailColumn(),
    availableDays: detailColumn(),
    capacity: detailColumn(),
    maintenance: detailColumn(),
    search: searchColumn('name', 'description', 'words(features)', 'words(equipment)'),
  },
});

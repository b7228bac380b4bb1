import { defineEntity, p } from '@mikro-orm/core';
import { contentItem, image, list, searched } from '../content/content.entity.ts';

const detail = () => p.string().length(200).nullable();

export const FacilityEntity = defineEntity({
  name: 'Facility',
  tableName: 'facilities',
  properties: {
    ...contentItem,
    ...image,
    name: p.string().length(200),
    description: p.text(),
    features: list(),
    equipment: list(),
    imageUrl: p.string().length(2000),
    openingHours: detail(),
    availableDays: detail(),
    capacity: detail(),
    maintenance: detail(),
    search: searched('name', 'description', 'words(features)', 'words(equipment)'),
  },
});

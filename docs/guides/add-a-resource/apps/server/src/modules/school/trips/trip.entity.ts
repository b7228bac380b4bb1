import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  publishingColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';

export const TripEntity = defineEntity({
  name: 'Trip',
  tableName: 'trips',
  properties: {
    ...contentItem,
    ...publishingColumns,
    ...imageColumns,
    title: p.string().length(200),
    destination: p.string().length(200),
    startsOn: p.date(),
    description: p.text(),
    price: p.decimal('number').precision(12).scale(2).nullable(),
    imageUrl: p.string().length(2000),
    search: searchColumn('title', 'destination', 'description'),
  },
});

import { defineEntity, p } from '@mikro-orm/core';
import {
  contentItem,
  imageColumns,
  orderColumns,
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
    ...orderColumns,
    title: p.string().length(200),
    destination: p.string().length(200),
    startsOn: p.date(),
    description: p.text(),
    programUrl: p.string().length(2000).nullable(),
    imageUrl: p.string().length(2000),
    search: searchColumn('title', 'destination', 'description'),
  },
});

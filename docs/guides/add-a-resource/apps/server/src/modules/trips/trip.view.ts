import type { Trip, TripSummary } from '@institute/contract';
import { truncate } from '@institute/contract/text';
import { tripExcerptLength } from '@institute/contract/trips.constants';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { TripRow } from './trip.entity.ts';

export const tripView = (row: TripRow): Trip => ({
  ...storedView(row),
  title: row.title,
  destination: row.destination,
  startsOn: row.startsOn,
  description: row.description,
  price: row.price ?? null,
  imageUrl: row.imageUrl,
  imageAlt: row.imageAlt ?? null,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
});

export const tripSummary = summaryOf<TripRow>()(
  ['id', 'title', 'destination', 'startsOn', 'description', 'imageUrl', 'imageAlt'],
  (row): TripSummary => ({
    id: row.id,
    title: row.title,
    destination: row.destination,
    startsOn: row.startsOn,
    excerpt: truncate(row.description, tripExcerptLength),
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt ?? null,
  }),
);

import type { Facility, FacilitySummary } from '@institute/contract';
import { facilityExcerptLength, facilityPreview } from '@institute/contract/content.constants';
import { truncate } from '@institute/contract/text';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { FacilityRow } from './facility.entity.ts';

export const facilityView = (row: FacilityRow): Facility => ({
  ...storedView(row),
  name: row.name,
  description: row.description,
  features: row.features,
  equipment: row.equipment,
  imageUrl: row.imageUrl,
  imageAlt: row.imageAlt ?? null,
  openingHours: row.openingHours ?? null,
  availableDays: row.availableDays ?? null,
  capacity: row.capacity ?? null,
  maintenance: row.maintenance ?? null,
});

export const facilitySummary = summaryOf<FacilityRow>()(
  ['id', 'name', 'description', 'features', 'imageUrl', 'imageAlt'],
  (row): FacilitySummary => ({
    id: row.id,
    name: row.name,
    excerpt: truncate(row.description, facilityExcerptLength),
    features: row.features.slice(0, facilityPreview.features),
    featureCount: row.features.length,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt ?? null,
  }),
);

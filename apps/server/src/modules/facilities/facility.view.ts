import type { Facility } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
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

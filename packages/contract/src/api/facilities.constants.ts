export const facilityLimits = { name: 200, description: 10000, detail: 200 } as const;

export const facilityPreview = { description: 100, features: 3 } as const;

export const facilityExcerptLength = facilityPreview.description;

export const facilityDefaults = {
  openingHours: '6:00 AM - 10:00 PM',
  availableDays: 'Monday - Sunday',
  capacity: 'Variable',
  equipment: 'Available on request',
  maintenance: 'Regular',
} as const;

export const facilityNotFound = 'Facility not found';

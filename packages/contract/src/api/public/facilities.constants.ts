export const facilityPreviewLimits = { description: 100, features: 3 } as const;

export const facilityDefaults = {
  openingHours: '6:00 AM - 10:00 PM',
  availableDays: 'Monday - Sunday',
  capacity: 'Variable',
  equipment: 'Available on request',
  maintenance: 'Regular',
} as const;

export const facilityNotFound = 'Facility not found';

export const galleryCategories = ['events', 'facilities', 'training', 'competitions', 'videos'] as const;

export type GalleryCategory = (typeof galleryCategories)[number];

export const galleryFilters = ['events', 'facilities', 'training', 'competitions'] as const;

/** Most items that can be added in one step. */
export const maxGalleryItemsAtOnce = 100;

export const galleryTypes = ['image', 'video'] as const;

export type GalleryType = (typeof galleryTypes)[number];

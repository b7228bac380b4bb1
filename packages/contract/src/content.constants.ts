export const publishStatuses = ['draft', 'published', 'scheduled'] as const;

export type PublishStatus = (typeof publishStatuses)[number];

/** `inactive` applies only to content that can be switched off. */
export const contentStates = [...publishStatuses, 'inactive'] as const;

export type ContentState = (typeof contentStates)[number];

export const versionsKept = 20;

export const trashDays = 30;

export const programCategories = ['training', 'camp', 'clinic'] as const;

export type ProgramCategory = (typeof programCategories)[number];

/** Orders of the catalog, by their names in the API. */
export const programOrders = { price: 'Lowest price', nextIntake: 'Starts soonest' } as const;

export type ProgramOrder = keyof typeof programOrders;

export const programLimits = {
  name: 200,
  description: 10000,
  duration: 100,
  schedule: 500,
  price: 9999999999.99,
} as const;

export const programPreview = { description: 150 } as const;

export const programExcerptLength = 220;

export const shareSize = { width: 1200, height: 630 } as const;

export const sharePath = (id: string): string => `/programs/${id}/share.jpg`;

export const programNotFound = 'Program not found';

export const intakeLimits = { place: 200, note: 500, seats: 10_000 } as const;

export const intakeNotFound = 'Intake not found';

export const noSeatsLeft = 'No seats left. You can put the applicant on the waiting list.';

interface Dates {
  startsOn: string;
  appliesUntil?: string | null | undefined;
}

/** Without a deadline of its own, the first day of the course. */
export const deadlineOf = ({ startsOn, appliesUntil }: Dates): string => appliesUntil ?? startsOn;

/** A full intake takes registrations too. Dates are days in Kampala. */
export const takesRegistrations = (intake: Dates & { isOpen: boolean }, today: string): boolean =>
  intake.isOpen && deadlineOf(intake) >= today;

export function placesText(seatsLeft: number | null): string {
  if (seatsLeft === null) return '';
  if (seatsLeft === 0) return 'Full: waiting list';
  return seatsLeft === 1 ? '1 place left' : `${seatsLeft} places left`;
}

/** `day` is formatted: "1 Feb 2027". */
export const startText = (day: string): string => `Starts ${day}`;

export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** In the order of the public filter, which has no choice for "news". */
export const postFilters = ['events', 'achievements', 'announcements', 'community'] as const;

export const postLimits = { title: 300, content: 200000 } as const;

export const postExcerptLength = 400;

export const postNotFound = 'Article not found';

/** Our only Trusted Types policy. The admin area turns text into HTML with it. */
export const trustedTypesPolicy = 'institute';

export const galleryCategories = ['events', 'facilities', 'training', 'competitions', 'videos'] as const;

export type GalleryCategory = (typeof galleryCategories)[number];

export const galleryFilters = ['events', 'facilities', 'training', 'competitions'] as const;

export const galleryTypes = ['image', 'video'] as const;

export type GalleryType = (typeof galleryTypes)[number];

export const galleryLimits = { title: 300 } as const;

export const galleryNotFound = 'Gallery item not found';

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

/** A role belongs to a group by its prefix, or without a prefix by the group's word in it. */
export const coachGroups = ['board', 'staff'] as const;

export type CoachGroup = (typeof coachGroups)[number];

export const coachLimits = { name: 200, role: 200, bio: 5000, specialty: 100 } as const;

export const coachNotFound = 'Team member not found';

export const alumniCategories = ['professional', 'college', 'youth'] as const;

export type AlumniCategory = (typeof alumniCategories)[number];

export const alumniLimits = {
  name: 200,
  position: 200,
  currentTeam: 200,
  yearMin: 1950,
  yearsAhead: 10,
} as const;

export const alumnusNotFound = 'Alumni not found';

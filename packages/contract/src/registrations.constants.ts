export const registrationStatuses = ['new', 'reviewing', 'accepted', 'rejected', 'withdrawn'] as const;

export type RegistrationStatus = (typeof registrationStatuses)[number];

/** Text for the applicant about each status. */
export const statusWords = {
  new: 'received',
  reviewing: 'reviewing',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const satisfies Record<(typeof registrationStatuses)[number], string>;

export const registrationLimits = {
  name: 100,
  emergencyName: 200,
  emergencyRelation: 100,
  medical: 2000,
  note: 2000,
} as const;

export const registrationNotFound = 'Registration not found';

export const tripLimits = { title: 200, destination: 200, description: 10000 } as const;

/** Characters that a summary holds. */
export const tripExcerptLength = 160;

export const tripNotFound = 'Trip not found';

export const tripsWords = {
  path: '/trips',
  title: 'Study Trips',
  description: 'Workshops, farms and businesses that our students visit.',
};

/** Default words for alumni. A school may write its own words under Site. */
export const alumniWords = {
  professional: 'Professional',
  college: 'College',
  youth: 'Youth Teams',
  classOf: 'Class of',
  graduatedIn: 'Graduated in',
  position: 'Position',
  currentTeam: 'Current Team',
  graduationYear: 'Graduation Year',
  achievements: 'Achievements',
} as const;

export type AlumniWord = keyof typeof alumniWords;
export type AlumniWords = Record<AlumniWord, string>;

export const mapAlumniWords = <Value>(make: (word: AlumniWord) => Value): Record<AlumniWord, Value> => ({
  professional: make('professional'),
  college: make('college'),
  youth: make('youth'),
  classOf: make('classOf'),
  graduatedIn: make('graduatedIn'),
  position: make('position'),
  currentTeam: make('currentTeam'),
  graduationYear: make('graduationYear'),
  achievements: make('achievements'),
});

/** Takes the school's words, and the default ones where it has written none. */
export const fillAlumniWords = (own: Partial<AlumniWords> = {}): AlumniWords =>
  mapAlumniWords((word) => own[word] || alumniWords[word]);

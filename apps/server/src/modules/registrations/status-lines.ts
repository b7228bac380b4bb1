export const statusLines = {
  new: 'We have received your application and will look at it soon.',
  reviewing: 'We are looking at your application now and will contact you.',
  waiting: 'All places are taken at the moment. We will write to you as soon as one is free.',
  accepted: 'Congratulations, there is a place for you. We will contact you about the next steps.',
  rejected: 'We are sorry that we cannot offer you a place this time. Please call us if you have questions.',
  withdrawn: 'Your application was withdrawn. Please call us if this is not what you wanted.',
} as const;

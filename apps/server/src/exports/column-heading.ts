/** Turns "imageUrl" into "Image URL", as the screen has it. */
export const toColumnHeading = (field: string): string =>
  field
    .replace(/[A-Z]/g, ' $&')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/ Url$/, ' URL');

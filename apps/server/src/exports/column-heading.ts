/** "imageUrl" is "Image URL", as on the screen. */
export const toColumnHeading = (field: string): string =>
  field
    .replace(/[A-Z]/g, ' $&')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/ Url$/, ' URL');

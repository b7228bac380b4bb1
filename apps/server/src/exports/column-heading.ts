/** "imageUrl" is "Image URL", as on the screen. */
export const columnHeading = (field: string): string =>
  field
    .replace(/[A-Z]/g, ' $&')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/ Url$/, ' URL');
